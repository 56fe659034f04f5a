import { Button, IconButton } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import styles from './residual-fields.module.css';
import { residualFields, type TypedRule } from './residual-rule.ts';

interface ResidualFieldsProps {
  typed: TypedRule;
  disabled: boolean;
  onChange: (typed: TypedRule) => void;
}

/** What a leftover keeps of its cost, for all or by the values of a field, as it is typed. */
export function ResidualFields({ typed, disabled, onChange }: ResidualFieldsProps) {
  return (
    <>
      <div className={styles.short}>
        <SelectField
          label="Selon les valeurs de"
          disabled={disabled}
          value={typed.field}
          onChange={(field) => onChange({ ...typed, field, rows: [] })}
          options={[{ value: '', label: 'La même part pour tous' }, ...residualFields(typed.field)]}
        />
      </div>
      {typed.field !== '' && (
        <ValueRows rows={typed.rows} disabled={disabled} onChange={(rows) => onChange({ ...typed, rows })} />
      )}
      <div className={styles.short}>
        <TextField
          label={typed.field === '' ? 'Un invendu garde' : 'Tous les autres gardent'}
          inputMode="decimal"
          suffix="% du coût"
          disabled={disabled}
          value={typed.other}
          onChange={(other) => onChange({ ...typed, other })}
        />
      </div>
    </>
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
