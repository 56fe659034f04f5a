import { FISCAL_PATTERNS } from '@palier/domain';
import { DateField } from '../../../ui/date-field.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import type { TypedCalendar } from '../model/import-settings.ts';
import styles from './settings-card.module.css';

interface FiscalFieldsProps {
  calendar: TypedCalendar;
  disabled: boolean;
  onChange: (calendar: TypedCalendar) => void;
}

/** The retailer's own calendar, given by one of its years. */
export function FiscalFields({ calendar, disabled, onChange }: FiscalFieldsProps) {
  return (
    <>
      <div className={styles.calendarYear}>
        <TextField
          label="Exercice"
          inputMode="numeric"
          disabled={disabled}
          value={calendar.year}
          onChange={(year) => onChange({ ...calendar, year })}
        />
      </div>
      <DateField
        label="Premier jour de cet exercice"
        value={calendar.first_day}
        onChange={(first_day) => onChange({ ...calendar, first_day })}
      />
      <SelectField
        label="Semaines par période"
        disabled={disabled}
        value={calendar.pattern}
        onChange={(pattern) => onChange({ ...calendar, pattern })}
        options={FISCAL_PATTERNS.map((value) => ({ value, label: value }))}
      />
      <SelectField
        label="Les autres exercices commencent"
        disabled={disabled}
        value={calendar.leap}
        onChange={(leap) => onChange({ ...calendar, leap })}
        options={[
          { value: 'nearest', label: 'Au plus près du 1er du mois' },
          { value: 'first', label: 'Au premier tel jour du mois' },
          { value: 'last', label: 'Au plus tard le 1er du mois' },
        ]}
      />
    </>
  );
}
