import { formatDate } from '@palier/domain';
import { french } from '../../../lib/french.ts';
import { ResidualFields } from '../../../lib/residual/residual-fields.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { Checkbox, FieldError, FieldGroup, TextField } from '../../../ui/field.tsx';
import type { DraftPartProps } from './phase-fields.tsx';
import form from './project-form.module.css';

/** In which currencies, on which day and with what worth of leftovers the project counts. */
export function CountingFields({ draft, errors, received = null, onChange }: DraftPartProps) {
  const frozen = draft.data_date !== '';
  return (
    <div className={form.form}>
      <div className={form.columns}>
        <TextField
          label="Devise des prix"
          placeholder="Celle de l’enseigne"
          maxLength={3}
          value={draft.catalog_currency}
          onChange={(text) => onChange({ ...draft, catalog_currency: text.toUpperCase() })}
        />
        <TextField
          label="Devise des coûts et des marges"
          placeholder="Celle de l’enseigne"
          maxLength={3}
          value={draft.accounting_currency}
          onChange={(text) => onChange({ ...draft, accounting_currency: text.toUpperCase() })}
        />
      </div>
      {errors.currency && <FieldError>{errors.currency}</FieldError>}
      <FieldGroup label="Date des données">
        <Checkbox
          label={french(
            received && !frozen
              ? `Suivre les données reçues, ${formatDate(received)} aujourd’hui`
              : 'Suivre les données reçues',
          )}
          checked={!frozen}
          onChange={(follows) =>
            onChange({ ...draft, data_date: follows ? '' : (received ?? draft.phases[0]?.start_date ?? '') })
          }
        />
        {frozen && (
          <DateField
            label="Figée au"
            value={draft.data_date}
            onChange={(data_date) => data_date && onChange({ ...draft, data_date })}
          />
        )}
      </FieldGroup>
      <FieldGroup label="Valeur des invendus">
        <Checkbox
          label="Suivre le réglage de l’enseigne"
          checked={draft.residual === null}
          onChange={(follows) =>
            onChange({ ...draft, residual: follows ? null : { field: '', rows: [], other: '' } })
          }
        />
        {draft.residual && (
          <ResidualFields
            typed={draft.residual}
            disabled={false}
            onChange={(residual) => onChange({ ...draft, residual })}
          />
        )}
        {errors.residual && draft.residual && <FieldError>{french(errors.residual)}</FieldError>}
      </FieldGroup>
    </div>
  );
}
