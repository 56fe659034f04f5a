import type { ResidualValue } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../lib/api/errors.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { getResidualValue, useSetResidualValue } from './api.ts';
import { residualFields, ruleTyped, type TypedRule, typedRule } from './residual-rule.ts';
import { SettingCard } from './setting-card.tsx';
import styles from './settings-page.module.css';

/** What a leftover keeps of its cost. */
export function ResidualCard() {
  const { data, isError, error, refetch } = useQuery(getResidualValue());
  if (isError)
    return (
      <ErrorState title="La valeur des invendus n’a pas pu être chargée" onRetry={() => void refetch()}>
        {errorMessage(error)}
      </ErrorState>
    );
  return data ? <ResidualForm key={JSON.stringify(data)} rule={data} /> : null;
}

function ResidualForm({ rule }: { rule: ResidualValue }) {
  const [typed, setTyped] = useState(() => typedRule(rule));
  const save = useSetResidualValue();
  const wanted = ruleTyped(typed);
  return (
    <SettingCard
      title="Valeur des invendus"
      effect="Part de son coût que garde une pièce invendue à la fin d’un projet. Elle entre dans toute « marge après invendus » : plans, comparaisons, ne rien faire, N−1. Les projets qui ont leur propre réglage le gardent."
      ready={wanted !== null && JSON.stringify(typed) !== JSON.stringify(typedRule(rule))}
      busy={save.isPending}
      onSave={() => wanted && save.mutate(wanted)}
    >
      {(disabled) => (
        <>
          <div className={styles.short}>
            <SelectField
              label="Selon les valeurs de"
              disabled={disabled}
              value={typed.field}
              onChange={(field) => setTyped({ ...typed, field, rows: [] })}
              options={[{ value: '', label: 'La même part pour tous' }, ...residualFields(typed.field)]}
            />
          </div>
          {typed.field !== '' && (
            <ValueRows
              rows={typed.rows}
              disabled={disabled}
              onChange={(rows) => setTyped({ ...typed, rows })}
            />
          )}
          <div className={styles.short}>
            <TextField
              label={typed.field === '' ? 'Un invendu garde' : 'Tous les autres gardent'}
              inputMode="decimal"
              suffix="% du coût"
              disabled={disabled}
              value={typed.other}
              onChange={(other) => setTyped({ ...typed, other })}
            />
          </div>
        </>
      )}
    </SettingCard>
  );
}

interface ValueRowsProps {
  rows: TypedRule['rows'];
  disabled: boolean;
  onChange: (rows: TypedRule['rows']) => void;
}

function ValueRows({ rows, disabled, onChange }: ValueRowsProps) {
  return (
    <>
      {rows.map((row, index) => (
        // Lines have no identity but their place in the list.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div className={styles.namedValue} key={index}>
          <TextField
            label={`Valeur ${index + 1}`}
            disabled={disabled}
            value={row.value}
            onChange={(value) => onChange(rows.with(index, { ...row, value }))}
          />
          <TextField
            label={`Part gardée ${index + 1}`}
            inputMode="decimal"
            suffix="% du coût"
            disabled={disabled}
            value={row.share}
            onChange={(share) => onChange(rows.with(index, { ...row, share }))}
          />
          <IconButton
            icon="trash"
            label={`Retirer la valeur ${index + 1}`}
            disabled={disabled}
            onClick={() => onChange(rows.filter((_, other) => other !== index))}
          />
        </div>
      ))}
      <div>
        <Button
          small
          type="button"
          icon="plus"
          disabled={disabled}
          onClick={() => onChange([...rows, { value: '', share: '' }])}
        >
          Valeur
        </Button>
      </div>
    </>
  );
}
