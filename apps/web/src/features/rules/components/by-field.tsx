import type { FieldDescription } from '@palier/contract';
import { rangeKey } from '@palier/domain';
import { useState } from 'react';
import { fieldGroups } from '../../../lib/filter/filter-fields.ts';
import { Icon } from '../../../ui/icon.tsx';
import { SearchPicker } from '../../../ui/search-picker.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import type { RuleDraft } from '../model/draft.ts';
import { askOf, inAsk, isNumericField, type TermAsk } from '../model/terms.ts';
import { RangeDiscounts } from './range-discounts.tsx';
import styles from './rule-editor.module.css';
import { TermDiscounts } from './term-discounts.tsx';

interface ByFieldProps {
  project: string;
  draft: RuleDraft;
  fields: readonly FieldDescription[];
  levels: readonly number[];
  onChange: (draft: RuleDraft) => void;
}

const ASKS: readonly { value: TermAsk; label: string }[] = [
  { value: 'exact', label: 'la démarque' },
  { value: 'min', label: 'au moins' },
  { value: 'max', label: 'au plus' },
];

const MAP_TYPES = [
  { value: 'match', label: 'Par valeur' },
  { value: 'range', label: 'Par intervalle' },
] as const;

/** A discount by the values of a field, or by intervals of a figure. */
export function ByField({ project, draft, fields, levels, onChange }: ByFieldProps) {
  const [ask, setAsk] = useState<TermAsk>(askOf(draft.discount_spec_map));
  const field = fields.find(({ id }) => id === draft.discount_spec_by);
  const isNumeric = isNumericField(field);
  const sections = fieldGroups(fields).map((group) => ({ label: group.label, options: group.fields }));
  const pick = (id: string): void => {
    const numeric = isNumericField(fields.find((one) => one.id === id));
    const map = numeric ? { [rangeKey({ low: null, high: null })]: levels[0] ?? 0 } : null;
    onChange({
      ...draft,
      discount_spec_by: id,
      discount_spec_map_type: numeric ? 'range' : 'match',
      discount_spec_map: map,
    });
  };
  const part = { draft, ask, onChange };
  return (
    <>
      <div className={styles.discount}>
        <SearchPicker
          label="Champ qui donne la démarque"
          sections={sections}
          value={draft.discount_spec_by}
          onPick={pick}
          button={{ small: true }}
        >
          <span>{field?.label ?? draft.discount_spec_by ?? 'Choisir un champ'}</span>
          <Icon name="chevron-down" size={12} />
        </SearchPicker>
        {isNumeric ? (
          <Segmented
            small
            label="Valeurs du champ"
            value={draft.discount_spec_map_type === 'range' ? 'range' : 'match'}
            options={MAP_TYPES}
            onChange={(type) => onChange({ ...draft, discount_spec_map_type: type, discount_spec_map: null })}
          />
        ) : null}
        <Segmented
          small
          label="Chaque valeur demande"
          value={ask}
          options={ASKS}
          onChange={(value) => {
            setAsk(value);
            onChange({ ...draft, discount_spec_map: inAsk(draft.discount_spec_map, value) });
          }}
        />
      </div>
      {draft.discount_spec_by && draft.discount_spec_map_type === 'match' ? (
        <TermDiscounts {...part} project={project} field={draft.discount_spec_by} />
      ) : null}
      {draft.discount_spec_by && draft.discount_spec_map_type === 'range' ? (
        <RangeDiscounts key={draft.discount_spec_by} {...part} />
      ) : null}
    </>
  );
}
