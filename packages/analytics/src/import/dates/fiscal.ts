import {
  addDays,
  FISCAL_PATTERNS,
  type FiscalCalendar,
  fiscalYearStart,
  formatShortDate,
  type ImportQuestion,
  ISO_CALENDAR,
  NRF_CALENDAR,
} from '@palier/domain';
import type { Feed } from '../feed.ts';
import { writingOf } from '../values.ts';
import { isFiscalHeading } from './fiscal-headings.ts';
import { fiscalForm } from './fiscal-sql.ts';

/** Weeks and months of any calendar: `2026-W14`, `W14 2026`, `202614`. */
const WEEKS = /^(\d{4}[-/ _]?[a-z.]+[-_ ]?\d{1,2}|[a-z.]+[-_ ]?\d{1,2}[-/ _]+\d{4}|20\d{4})$/i;

/** The columns that say when, as numbers of weeks, periods and years. */
const NUMBERED = ['week_number', 'period_number', 'year'];

function valuesOf({ source, positions }: Feed, name: string): string[] {
  const at = positions.get(name);
  if (at === undefined) return [];
  return source.sample.map((row) => row[at]?.trim() ?? '').filter((value) => value !== '');
}

/** The heading of the fiscal weeks or periods of a feed, with an example; null for a feed that has none. */
function fiscalColumn(feed: Feed): { heading: string; example: string } | null {
  const { positions, source } = feed;
  const headingOf = (name: string): string => source.headings[positions.get(name) ?? -1] ?? '';
  const dates = valuesOf(feed, 'date');
  const written = dates.find((value) => fiscalForm(value) !== null);
  const weeks = dates.find((value) => WEEKS.test(value));
  const example = written ?? (isFiscalHeading(headingOf('date')) ? weeks : undefined);
  if (example !== undefined) return { heading: headingOf('date'), example };
  if (!positions.has('week_number') || feed.constants.has('first_week_date')) return null;
  const said = NUMBERED.filter((name) => positions.has(name));
  if (!said.some((name) => name === 'period_number' || isFiscalHeading(headingOf(name)))) return null;
  const first = said.map((name) => valuesOf(feed, name)[0] ?? '').join(' · ');
  return { heading: headingOf('week_number'), example: first };
}

/** Whether some value says a period, which ISO weeks have none of. */
function hasPeriods(feed: Feed): boolean {
  return (
    feed.positions.has('period_number') ||
    writingOf(feed, 'date').period === 'month' ||
    valuesOf(feed, 'date').some((value) => (fiscalForm(value) ?? 'week') !== 'week')
  );
}

/** The calendars that are offered: of either start of years, in each pattern. ISO weeks have no pattern. */
const STARTS = [
  {
    name: 'nrf',
    first_day: NRF_CALENDAR.first_day,
    label: 'exercices du dimanche le plus proche du 1er février',
  },
  {
    name: 'civil',
    first_day: ISO_CALENDAR.first_day,
    label: 'exercices du lundi le plus proche du 1er janvier',
  },
];

interface Offered {
  value: string;
  label: string;
  start: string;
  calendar: FiscalCalendar;
}

const OFFERED: readonly Offered[] = STARTS.flatMap(({ name, first_day, label: start }) =>
  [NRF_CALENDAR.pattern, ...FISCAL_PATTERNS.filter((each) => each !== NRF_CALENDAR.pattern)].map(
    (pattern) => ({
      value: name === 'nrf' && pattern === NRF_CALENDAR.pattern ? 'nrf' : `${name}_${pattern}`,
      label: `Calendrier ${pattern}${name === 'nrf' && pattern === NRF_CALENDAR.pattern ? ' de la distribution (NRF)' : ''}`,
      start,
      calendar: { ...NRF_CALENDAR, first_day, pattern },
    }),
  ),
);

/** Weeks of a year that an example is taken from: late enough for calendars to differ. */
const EXAMPLE_WEEK = 10;

function example(start: string): string {
  const first = addDays(start, 7 * (EXAMPLE_WEEK - 1));
  return `du ${formatShortDate(first, true)} au ${formatShortDate(addDays(first, 6), true)}`;
}

/** The calendars that could be those of a feed: all patterns where there are periods, unless the heading says its own. */
function offeredTo(feed: Feed, heading: string): Offered[] {
  if (!hasPeriods(feed)) return OFFERED.filter(({ value }) => value === 'nrf');
  const words = heading.replace(/[^a-z0-9]+/gi, '-');
  const said = FISCAL_PATTERNS.find((pattern) => words.includes(pattern));
  return OFFERED.filter(({ calendar }) => said === undefined || calendar.pattern === said);
}

function askCalendar(
  feed: Feed,
  { heading, example: value }: { heading: string; example: string },
): ImportQuestion {
  const year = Number(/(?:19|20)\d{2}/.exec(value)?.[0] ?? NRF_CALENDAR.year);
  const weekOf = (calendar: FiscalCalendar): string =>
    `la semaine ${EXAMPLE_WEEK} de ${year} va ${example(fiscalYearStart(calendar, year))}`;
  const iso = { value: 'iso', label: 'Semaines ISO', detail: weekOf(ISO_CALENDAR) };
  const others = offeredTo(feed, heading).map(({ value, label, start, calendar }) => ({
    ...{ value, label, detail: `${start} ; ${weekOf(calendar)}` },
  }));
  return {
    ...{ key: 'fiscal_calendar', code: 'fiscal_calendar', file: feed.source.name, column: heading },
    text: `De quel calendrier sont les semaines de « ${heading} » (${value}) ? Un autre que ceux-ci se règle dans « Paramètres » de l’import, « Semaines fiscales ».`,
    choices: hasPeriods(feed) ? others : [iso, ...others],
  };
}

/**
 * What the fiscal weeks and periods of a feed are, where its headings or values have some: as the organisation said
 * once, else as answered, else asked. Any other feed stays as it is.
 */
export function settleFiscal(feed: Feed): { feed: Feed; questions: ImportQuestion[] } {
  const found = feed.kind === 'sales' || feed.kind === 'stock' ? fiscalColumn(feed) : null;
  if (found === null) return { feed, questions: [] };
  const { usual_fiscal } = feed;
  // ISO weeks say nothing of periods.
  if (usual_fiscal !== undefined && !(usual_fiscal === 'iso' && hasPeriods(feed)))
    return { feed: { ...feed, fiscal: usual_fiscal }, questions: [] };
  const question = askCalendar(feed, found);
  const answer = question.choices.find(({ value }) => value === feed.answers?.[question.key])?.value;
  const read = answer ?? question.choices[0]?.value;
  const fiscal = OFFERED.find(({ value }) => value === read)?.calendar ?? 'iso';
  return {
    feed: { ...feed, fiscal, ...(answer !== undefined && { fiscal_answered: true }) },
    questions: [question],
  };
}
