import { parseDay } from '@palier/domain';
import { DayPicker } from 'react-day-picker';
import { fr } from 'react-day-picker/locale/fr';
import styles from './calendar.module.css';

export interface CalendarProps {
  /** YYYY-MM-DD, or empty. */
  value: string;
  min?: string;
  max?: string;
  onPick: (day: string) => void;
}

/** A month in French, from Monday, with the keys of the ARIA practices. Loaded when it is first opened. */
export function Calendar({ value, min, max, onPick }: CalendarProps) {
  const selected = dateOf(value);
  const [first, last] = [dateOf(min), dateOf(max)];
  return (
    <DayPicker
      mode="single"
      locale={fr}
      autoFocus
      fixedWeeks
      showOutsideDays
      selected={selected}
      defaultMonth={selected ?? first}
      startMonth={first}
      endMonth={last}
      disabled={[...(first ? [{ before: first }] : []), ...(last ? [{ after: last }] : [])]}
      onDayClick={(day, modifiers) => {
        if (!modifiers.disabled) onPick(dayOf(day));
      }}
      classNames={styles}
    />
  );
}

/** Midnight of the browser, which is how the calendar counts its days. */
function dateOf(text: string | undefined): Date | undefined {
  const day = parseDay(text);
  return day ? new Date(day.year, day.month - 1, day.day) : undefined;
}

function dayOf(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
