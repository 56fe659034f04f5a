import type { PricePage, SavedPriceTemplate } from '@palier/contract';
import { currencySymbol, formatNumber } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useOrganizationLack } from '../../../lib/session/use-refusal.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { listPriceTemplates } from '../api.ts';
import { type PriceView, placesText } from '../model/price-view.ts';
import styles from './prices.module.css';
import { TemplateDialog } from './template-dialog.tsx';

interface PriceOptionsProps {
  view: PriceView;
  page: PricePage;
  /** Why the whole project is not the user's; null when it is. */
  outside: string | null;
  onChange: (changes: Partial<PriceView>) => void;
}

/** What the file holds and how it is laid out. */
export function PriceOptions({ view, page, outside, onChange }: PriceOptionsProps): ReactNode {
  const templates = useQuery(listPriceTemplates());
  const [edited, setEdited] = useState<SavedPriceTemplate | null>(null);
  const lack = useOrganizationLack('canImport');
  const { since, price_count } = page.summary;
  const chosen = templates.data?.find(({ _id }) => _id === view.template_id) ?? null;
  const why = outside ?? (since ? null : 'Aucun fichier de ce modèle n’a encore été fait');
  return (
    <div className={styles.options}>
      <Segmented
        label="Prix du fichier"
        value={view.show === 'since' ? 'since' : 'all'}
        options={[
          { value: 'all', label: 'Tous les prix', count: formatNumber(price_count) },
          {
            value: 'since',
            label: 'Changements depuis le dernier fichier',
            ...(since && { count: formatNumber(since.price_count) }),
            disabled: why !== null,
            ...(why && { title: why }),
          },
        ]}
        onChange={(show) => onChange({ show })}
      />
      <SelectField
        label="Modèle du fichier"
        hideLabel
        value={view.template_id}
        options={(templates.data ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
        onChange={(template_id) => onChange({ template_id })}
      />
      <Button
        small
        icon="columns"
        disabled={lack !== null || chosen === null}
        title={lack ?? undefined}
        onClick={() => setEdited(chosen)}
      >
        Modèles
      </Button>
      {page.places && <Tag>{placesText(page.places)}</Tag>}
      <Tag>{`${page.price_list}, ${currencySymbol(page.currency)} TTC`}</Tag>
      <span className="spacer" />
      <TextField
        label="Chercher un produit"
        hideLabel
        icon="search"
        placeholder="Code, EAN, libellé, marque"
        value={view.q}
        onChange={(q) => onChange({ q })}
      />
      {edited && (
        <TemplateDialog
          template={edited}
          onSaved={(template_id) => {
            setEdited(null);
            onChange({ template_id });
          }}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  );
}
