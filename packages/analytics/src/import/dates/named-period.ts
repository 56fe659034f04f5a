import { addDays, daysBetween, fiscalYearStart, foldText, ISO_CALENDAR } from '@palier/domain';
import { MONTHS } from './date-sql.ts';

/** The week or month that the name of a file, of its sheet or a title says its rows are of. */
export interface NamedPeriod {
  kind: 'week' | 'month';
  /** Its first day: the Monday, or the first of the month. */
  day: string;
  /** Whether the year was said too; else it is the last such period that began before the import. */
  has_year: boolean;
  /** The number of the week, or of the month. */
  number: number;
}

const WEEK = String.raw`(?:semaine|sem|s|kw|woche|week|wk|w|uke|uge|vecka|v|semana|settimana)[ .]?(\d{1,2})(?!\d)`;
const YEAR = String.raw`(20\d{2})`;
const WEEK_AND_YEAR = [
  new RegExp(String.raw`\b${YEAR} ?${WEEK}`),
  new RegExp(String.raw`\b${WEEK} (?:de )?${YEAR}\b`),
];
/** One figure after a letter alone is a half-year, or a size. */
const WEEK_ALONE = new RegExp(String.raw`\b${WEEK}`);
const ONE_LETTER = /\b[swv] ?\d(?!\d)/;
const WRITTEN_DAY = /\b(\d{1,2}) (\d{1,2}) (20\d{2})\b|\b(20\d{2}) (\d{1,2}) (\d{1,2})\b/g;
const MONTH_OF_YEAR = /\b(20\d{2}) ?(0[1-9]|1[0-2])\b(?! ?\d)/;
/** The letters of the longest name of a month, and the fewest that say one. */
const MONTH_WORD = /\b([a-z]{3,9})\b(?: (20\d{2})\b)?/g;
const WEEKS = 53;

const two = (number: number): string => String(number).padStart(2, '0');
const weekDay = (year: number, week: number): string =>
  addDays(fiscalYearStart(ISO_CALENDAR, year), 7 * (week - 1));
const monthDay = (year: number, month: number): string => `${year}-${two(month)}-01`;

/** The month that a word is the name of, or its start: 1 to 12. */
export function monthNamed(word: string): number | null {
  const folded = foldText(word).replace(/\.$/, '');
  const at = MONTHS.findIndex((starts) => starts.some((start) => folded.startsWith(start)));
  return at >= 0 && (folded.length <= 4 || MONTH_NAMES.has(folded)) ? at + 1 : null;
}

/** Names of months in full, in the languages of headings: « marque » begins as one. */
const MONTH_NAMES = new Set(
  [
    'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre',
    'january february march april may june july august september october november december sept',
    'januar februar marz maerz april mai juni juli august september oktober november dezember',
    'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
    'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
    'januari februari maart april mei juni juli augustus september oktober november december',
    'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro',
    'januar februar marts april maj juni juli august september oktober november december',
    'januari februari mars april maj juni juli augusti september oktober november december',
  ].flatMap((names) => names.split(' ')),
);

/** The first days that a span of days may have, days or months first, and how many days follow it. */
function spansIn(text: string): { start: string; length: number }[] {
  const days = [...text.matchAll(WRITTEN_DAY)];
  const [from, to] = days;
  if (!from || !to) return [];
  const dayOf = (found: RegExpMatchArray, [first, second]: readonly [number, number]): string =>
    found[4]
      ? `${found[4]}-${two(Number(found[5]))}-${two(Number(found[6]))}`
      : `${found[3]}-${two(Number(found[second]))}-${two(Number(found[first]))}`;
  const orders = [
    [1, 2],
    [2, 1],
  ] as const;
  return orders.flatMap((order) => {
    const [start, end] = [dayOf(from, order), dayOf(to, order)];
    const isDay = (day: string): boolean => !Number.isNaN(Date.parse(`${day}T00:00:00Z`));
    return isDay(start) && isDay(end) ? [{ start, length: daysBetween(start, end) }] : [];
  });
}

/** The Monday of a span of days that is a week: « du 15/06/2026 au 21/06/2026 ». */
function weekOfSpan(text: string): string | null {
  const starts = spansIn(text)
    .filter(({ length }) => length >= 4 && length <= 6)
    .map(({ start }) => start);
  return new Set(starts).size === 1 ? (starts[0] ?? null) : null;
}

/** The month of a span of days that is one, from its first to its last: « 2026-06-01 - 2026-06-30 ». */
function monthOfSpan(text: string): NamedPeriod | null {
  const found = spansIn(text).find(
    ({ start, length }) => start.endsWith('-01') && addDays(start, length + 1) === nextMonth(start),
  );
  if (!found) return null;
  return { kind: 'month', day: found.start, has_year: true, number: Number(found.start.slice(5, 7)) };
}

const nextMonth = (first: string): string => `${addDays(first, 31).slice(0, 7)}-01`;

function weekIn(text: string, today: string): NamedPeriod | null {
  const span = weekOfSpan(text);
  if (span !== null) return { kind: 'week', day: span, has_year: true, number: 0 };
  for (const [at, pattern] of WEEK_AND_YEAR.entries()) {
    const found = pattern.exec(text);
    const [year, number] = at === 0 ? [found?.[1], found?.[2]] : [found?.[2], found?.[1]];
    if (year && number && Number(number) >= 1 && Number(number) <= WEEKS)
      return {
        ...{ kind: 'week', day: weekDay(Number(year), Number(number)), has_year: true },
        number: Number(number),
      };
  }
  const number = ONE_LETTER.test(text) ? 0 : Number(WEEK_ALONE.exec(text)?.[1] ?? 0);
  if (number < 1 || number > WEEKS) return null;
  const [day] = yearsBefore(today)
    .map((year) => weekDay(year, number))
    .filter((each) => each <= today);
  return day === undefined ? null : { kind: 'week', day, has_year: false, number };
}

function monthIn(text: string, today: string): NamedPeriod | null {
  const written = MONTH_OF_YEAR.exec(text);
  if (written)
    return {
      ...{ kind: 'month', day: monthDay(Number(written[1]), Number(written[2])), has_year: true },
      number: Number(written[2]),
    };
  for (const [, word = '', year] of text.matchAll(MONTH_WORD)) {
    const number = MONTH_NAMES.has(word) ? monthNamed(word) : null;
    if (number === null) continue;
    const [last] = yearsBefore(today).filter((each) => monthDay(each, number) <= today);
    const day = year ? monthDay(Number(year), number) : monthDay(last ?? 0, number);
    return { kind: 'month', day, has_year: year !== undefined, number };
  }
  return null;
}

/** This year and the one before. */
const yearsBefore = (today: string): number[] => [Number(today.slice(0, 4)), Number(today.slice(0, 4)) - 1];

/** The week or the month that some texts say, the first that does; null where a text says a day alone, or none does. */
export function periodNamed(texts: readonly string[], today: string): NamedPeriod | null {
  const plain = texts.map((text) =>
    foldText(text.replace(/\.(csv|txt|tsv|xlsx|dat|parquet)\b/gi, ' ')).replace(/[^a-z0-9]+/g, ' '),
  );
  for (const text of plain) {
    const found = weekIn(text, today) ?? (hasDay(text) ? monthOfSpan(text) : monthIn(text, today));
    if (found) return found;
  }
  return null;
}

/** A day alone may be that of the export. */
const hasDay = (text: string): boolean => [...text.matchAll(WRITTEN_DAY)].length > 0;

/** A period as the year before had it. */
export function yearBefore({ kind, day, number, has_year }: NamedPeriod): NamedPeriod {
  const year = Number(addDays(day, kind === 'week' ? 3 : 0).slice(0, 4)) - 1;
  return { kind, has_year, number, day: kind === 'week' ? weekDay(year, number) : monthDay(year, number) };
}
