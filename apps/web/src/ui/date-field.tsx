import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import { DatePicker } from '@mui/x-date-pickers/DatePicker';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { frFR } from '@mui/x-date-pickers/locales';
import dayjs from 'dayjs';
import 'dayjs/locale/fr';
import { useId } from 'react';

export type DateFieldProps = {
  label: string;
  /** YYYY-MM-DD, or empty. */
  value: string;
  onChange: (day: string) => void;
  error?: string;
  min?: string;
};

const localeText = frFR.components.MuiLocalizationProvider.defaultProps.localeText;

/** A day, typed or picked, day first and weeks from Monday whatever the browser's language. Heavy: load it when needed. */
export function DateField({ label, value, onChange, error, min }: DateFieldProps) {
  const id = useId();
  return (
    <div className="field-frame date-field">
      <span className="field-label" id={id}>
        {label}
      </span>
      <LocalizationProvider dateAdapter={AdapterDayjs} adapterLocale="fr" localeText={localeText}>
        <DatePicker
          value={value ? dayjs(value) : null}
          minDate={min ? dayjs(min) : undefined}
          onChange={(day) => onChange(day?.isValid() ? day.format('YYYY-MM-DD') : '')}
          slotProps={{ textField: { size: 'small', error: Boolean(error), 'aria-labelledby': id } }}
        />
      </LocalizationProvider>
      {error && <p className="field-error">{error}</p>}
    </div>
  );
}
