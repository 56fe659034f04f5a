import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { searchProducts } from '../../lib/calls/search-products.ts';
import { fr } from '../../lib/fr.ts';
import { Icon } from '../../ui/icon.tsx';
import type { CollectionState } from '../use-active-collection.ts';
import { type PaletteItem, paletteItems } from './palette-items.ts';

export type CommandPaletteProps = { state: CollectionState; onClose: () => void };

/** Global search: products, projects and actions, by keyboard. */
export function CommandPalette({ state, onClose }: CommandPaletteProps) {
  const [typed, setTyped] = useState('');
  const [selected, setSelected] = useState(0);
  const navigate = useNavigate();
  const deferred = useDeferredValue(typed);
  const project = state.active?.project ?? null;
  const products = useQuery({
    ...searchProducts(project?._id ?? '', deferred),
    enabled: project !== null && deferred.trim().length >= 2,
    placeholderData: keepPreviousData,
  });
  const found = deferred.trim().length >= 2 ? (products.data?.data ?? []) : [];
  const items = paletteItems({ typed: deferred, project, projects: state.projects, products: found });
  const position = Math.min(selected, Math.max(0, items.length - 1));
  const open = (item: PaletteItem | undefined) => {
    if (!item) return;
    onClose();
    navigate(item.to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter') open(items[position]);
    else if (event.key === 'ArrowDown') setSelected((position + 1) % Math.max(1, items.length));
    else if (event.key === 'ArrowUp') setSelected((position - 1 + items.length) % Math.max(1, items.length));
    else if (event.key !== 'Tab') return;
    event.preventDefault();
  };
  return (
    <div className="palette" onPointerDown={(event) => event.target === event.currentTarget && onClose()}>
      <div className="palette-box" role="dialog" aria-modal="true" aria-label="Recherche">
        <div className="palette-input">
          <Icon name="search" />
          <PaletteInput
            value={typed}
            active={items[position]?.key}
            found={items.length > 0}
            placeholder={
              project ? 'Chercher un produit, un projet, une action' : 'Chercher un projet, une action'
            }
            onKeyDown={onKeyDown}
            onChange={(value) => {
              setTyped(value);
              setSelected(0);
            }}
          />
        </div>
        <PaletteList items={items} position={position} onOpen={open} />
        {products.isError && <p className="menu-title">{fr.errors.load}</p>}
        <div className="palette-foot" aria-hidden="true">
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
      </div>
    </div>
  );
}

function PaletteInput(props: {
  value: string;
  active: string | undefined;
  found: boolean;
  placeholder: string;
  onChange: (value: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    input.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <input
      ref={input}
      role="combobox"
      aria-expanded={props.found}
      aria-controls={props.found ? 'palette-list' : undefined}
      aria-activedescendant={props.active ? `palette-${props.active}` : undefined}
      aria-label="Recherche"
      placeholder={props.placeholder}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
      onKeyDown={props.onKeyDown}
    />
  );
}

function PaletteList({
  items,
  position,
  onOpen,
}: {
  items: readonly PaletteItem[];
  position: number;
  onOpen: (item: PaletteItem) => void;
}) {
  const chosen = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (position >= 0) chosen.current?.scrollIntoView({ block: 'nearest' });
  }, [position]);
  if (items.length === 0)
    return (
      <p className="menu-title" role="status">
        Aucun résultat. Essayez un autre mot.
      </p>
    );
  return (
    <div className="palette-list" id="palette-list" role="listbox" aria-label="Résultats" tabIndex={-1}>
      {items.map((item, index) => (
        <div
          key={item.key}
          id={`palette-${item.key}`}
          ref={index === position ? chosen : undefined}
          role="option"
          tabIndex={-1}
          aria-selected={index === position}
          className={index === 0 || items[index - 1]?.group !== item.group ? 'first' : undefined}
          data-group={item.group}
          onPointerDown={(event) => {
            event.preventDefault();
            onOpen(item);
          }}
        >
          <Icon name={item.icon} />
          <span>{item.label}</span>
          {item.note && <span className="mut sm">{item.note}</span>}
        </div>
      ))}
    </div>
  );
}
