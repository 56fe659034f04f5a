import { isFiscalHeading } from '../dates/fiscal-headings.ts';
import type { FileKind } from '../types.ts';
import { wordsOf } from './meaning.ts';
import type { ColumnView, TableView } from './table.ts';

const MONTH_WORDS = new Set(['mois', 'month', 'monat', 'mes', 'mese', 'maand', 'maned', 'manad', 'miesiac']);
const MOSTLY = 0.9;

/** Whole numbers from 1 to a last one. */
const isUpTo = (last: number, { values }: ColumnView): boolean =>
  values.whole >= MOSTLY && values.negative === 0 && values.largest <= last;

/** A year of the civil calendar, by its heading and its values. */
const isYear = (view: ColumnView): boolean =>
  !isFiscalHeading(view.heading) && isUpTo(2100, view) && view.values.largest > 12;

const isMonth = (view: ColumnView): boolean =>
  wordsOf(view.said).some((word) => MONTH_WORDS.has(word)) &&
  !isFiscalHeading(view.heading) &&
  (isUpTo(12, view) || view.values.months >= MOSTLY);

const saysDay = ({ meaning: { concepts }, values }: ColumnView): boolean =>
  concepts.size === 1 && concepts.has('date') && values.whole >= MOSTLY;

/** Days of a month: those of a week go no further than 7, and may be either. */
const isDayOfMonth = (view: ColumnView): boolean => isUpTo(31, view) && view.values.largest > 7;

const DATED: ReadonlySet<FileKind> = new Set(['sales', 'stock']);

/**
 * Sales and stocks whose date is parted in columns: a year, a month by its number or name, and a day of it where one is said. As it
 * was where anything else of the file may say when: dates, weeks, days that may be those of a week, a fiscal year.
 */
export function withMonths(
  kind: FileKind,
  found: Map<string, ColumnView>,
  { columns }: TableView,
): Map<string, ColumnView> {
  const year = found.get('year');
  if (!DATED.has(kind) || !year || !isYear(year)) return found;
  if (['week_number', 'period_number'].some((name) => found.has(name))) return found;
  const date = found.get('date');
  const taken = new Set([...found].flatMap(([name, view]) => (name === 'date' ? [] : [view.position])));
  const free = columns.filter(({ position }) => !taken.has(position));
  const month = free.find(isMonth);
  const days = free.filter((view) => view !== month && saysDay(view));
  if (!month || (date && date.values.dates >= 0.3) || free.some(({ values }) => values.dates > 0.7))
    return found;
  if (days.length > 1 || !days.every(isDayOfMonth)) return found;
  found.delete('date');
  const [day] = days;
  if (day) found.set('day_number', day);
  return found.set('month_number', month);
}
