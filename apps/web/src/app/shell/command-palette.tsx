import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { searchProducts } from '../../lib/calls/search-products.ts';
import { fr } from '../../lib/fr.ts';
import dialog from '../../ui/dialog.module.css';
import { Icon } from '../../ui/icon.tsx';
import menu from '../../ui/menu.module.css';
import type { CollectionState } from '../use-active-collection.ts';
import styles from './command-palette.module.css';
import { type PaletteItem, paletteItems } from './palette-items.ts';

export interface CommandPaletteProps {
  state: CollectionState;
  onClose: () => void;
}

/** Global search: products, projects and actions, by keyboard. */
export function CommandPalette({ state, onClose }: CommandPaletteProps) {
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const { items, failed } = usePaletteItems(state, typed);
  const navigate = useNavigate();
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={styles.palette} aria-label="Recherche" initialFocus={input}>
          <Autocomplete.Root
            open
            inline
            mode="none"
            autoHighlight="always"
            keepHighlight
            items={items}
            itemToStringValue={(item: PaletteItem) => item.label}
            value={typed}
            onValueChange={(value, { reason }) => {
              if (reason !== 'item-press') setTyped(value);
            }}
          >
            <div className={styles.query}>
              <Icon name="search" />
              <Autocomplete.Input
                ref={input}
                aria-label="Recherche"
                placeholder={
                  state.active?.project
                    ? 'Chercher un produit, un projet, une action'
                    : 'Chercher un projet, une action'
                }
              />
            </div>
            <PaletteList
              items={items}
              onOpen={(item) => {
                onClose();
                navigate(item.to);
              }}
            />
          </Autocomplete.Root>
          {failed && <p className={menu.title}>{fr.errors.load}</p>}
          <PaletteFoot />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** What is offered for what was typed; products are asked from two characters on. */
function usePaletteItems(state: CollectionState, typed: string) {
  const deferred = useDeferredValue(typed);
  const project = state.active?.project ?? null;
  const asked = deferred.trim().length >= 2;
  const products = useQuery({
    ...searchProducts(project?._id ?? '', deferred),
    enabled: project !== null && asked,
    placeholderData: keepPreviousData,
  });
  const found = asked ? products.data?.data : undefined;
  const items = useMemo(
    () => paletteItems({ typed: deferred, project, projects: state.projects, products: found ?? [] }),
    [deferred, project, state.projects, found],
  );
  return { items, failed: products.isError };
}

function PaletteList({
  items,
  onOpen,
}: {
  items: readonly PaletteItem[];
  onOpen: (item: PaletteItem) => void;
}) {
  return (
    <>
      <Autocomplete.Empty className={styles.empty}>Aucun résultat. Essayez un autre mot.</Autocomplete.Empty>
      <Autocomplete.List className={styles.results} aria-label="Résultats">
        {items.map((item, index) => (
          <Autocomplete.Item
            key={item.key}
            value={item}
            className={index === 0 || items[index - 1]?.group !== item.group ? styles.first : undefined}
            data-group={item.group}
            onClick={() => onOpen(item)}
          >
            <Icon name={item.icon} />
            <span>{item.label}</span>
            {item.note && <span className="muted small">{item.note}</span>}
          </Autocomplete.Item>
        ))}
      </Autocomplete.List>
    </>
  );
}

function PaletteFoot() {
  return (
    <div className={styles.foot} aria-hidden="true">
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> choisir
      </span>
      <span>
        <kbd>↵</kbd> ouvrir
      </span>
      <span>
        <kbd>Échap</kbd> fermer
      </span>
    </div>
  );
}
