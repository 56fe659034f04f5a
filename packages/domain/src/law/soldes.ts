import { addDays, dayNumber } from '../format/date.ts';
import { foldText } from '../format/text.ts';
import { splitProjectName } from '../project/name.ts';
import { type Phase, phaseLabel, phaseLastDay } from '../project/phase.ts';

/** Which day a period starts on. Weekdays count from Monday, 1. */
type StartRule =
  /** The nth weekday of the month, -1 the last; one week sooner when it falls after `latest`. */
  | { month: number; weekday: number; nth: number; latest?: number }
  /** The first weekday on or after a day of the month. */
  | { month: number; weekday: number; from: number }
  /** The first working day of January. */
  | { month: 1; working: true };

const WEDNESDAY = 3;
const THURSDAY = 4;
const SATURDAY = 6;

const NATIONAL = {
  winter: { month: 1, weekday: WEDNESDAY, nth: 2, latest: 12 },
  summer: { month: 6, weekday: WEDNESDAY, nth: -1, latest: 28 },
} as const satisfies Record<string, StartRule>;

interface SoldesCalendar {
  label: string;
  departments: readonly string[];
  winter: StartRule;
  summer: StartRule;
}

/** Where the dates are the country's, and where they are others (Code de commerce, D. 310-15-2 and D. 310-15-3). */
const FRANCE: SoldesCalendar = { label: 'France', departments: [], ...NATIONAL };
const OTHERS: readonly SoldesCalendar[] = [
  {
    label: 'Meurthe-et-Moselle, Meuse, Moselle, Vosges',
    departments: ['54', '55', '57', '88'],
    ...NATIONAL,
    winter: { month: 1, working: true },
  },
  {
    label: 'Alpes-Maritimes, Pyrénées-Orientales',
    departments: ['06', '66'],
    ...NATIONAL,
    summer: { month: 7, weekday: WEDNESDAY, nth: 1 },
  },
  {
    label: 'Corse',
    departments: ['2A', '2B'],
    ...NATIONAL,
    summer: { month: 7, weekday: WEDNESDAY, nth: 2 },
  },
  {
    label: 'Guadeloupe',
    departments: ['971'],
    winter: { month: 1, weekday: SATURDAY, nth: 1 },
    summer: { month: 9, weekday: SATURDAY, nth: -1 },
  },
  {
    label: 'Martinique, Guyane',
    departments: ['972', '973'],
    ...NATIONAL,
    summer: { month: 10, weekday: THURSDAY, nth: 1 },
  },
  {
    label: 'La Réunion',
    departments: ['974'],
    winter: { month: 9, weekday: SATURDAY, nth: 1 },
    summer: { month: 2, weekday: SATURDAY, nth: 1 },
  },
  {
    label: 'Saint-Pierre-et-Miquelon',
    departments: ['975'],
    winter: { month: 1, weekday: WEDNESDAY, from: 16 },
    summer: { month: 7, weekday: WEDNESDAY, from: 15 },
  },
  {
    label: 'Saint-Barthélemy, Saint-Martin',
    departments: ['977', '978'],
    winter: { month: 5, weekday: SATURDAY, nth: 1 },
    summer: { month: 10, weekday: SATURDAY, nth: 2 },
  },
];

/** Periods that were moved for one year, in metropolitan France, by a decree of that year. */
const MOVED: readonly { season: Season; year: number; first_day: string; last_day: string }[] = [
  { season: 'summer', year: 2020, first_day: '2020-07-15', last_day: '2020-08-11' },
  { season: 'winter', year: 2021, first_day: '2021-01-20', last_day: '2021-03-02' },
  { season: 'summer', year: 2021, first_day: '2021-06-30', last_day: '2021-07-27' },
];

/** How long a period lasts, by its first day; before, dates are not known here. */
const LENGTHS: readonly { from: string; days: number }[] = [
  { from: '2020-01-01', days: 28 },
  { from: '2015-01-01', days: 42 },
];

type Season = 'winter' | 'summer';

/** A legal period. Days are YYYY-MM-DD, both counted; it starts at 8 in the morning. */
export interface SoldesPeriod {
  season: Season;
  /** Where: « France », or the départements that have dates of their own. */
  place: string;
  first_day: string;
  last_day: string;
}

export const SEASON_LABELS: Readonly<Record<Season, string>> = {
  winter: 'Soldes d’hiver',
  summer: 'Soldes d’été',
};

/** Monday is 1; the first day of 1970 was a Thursday. */
const weekdayOf = (day: string): number => ((dayNumber(day) + 3) % 7) + 1;
const two = (value: number): string => String(value).padStart(2, '0');

function startOf(year: number, rule: StartRule): string {
  const first = `${year}-${two(rule.month)}-01`;
  if ('working' in rule) {
    const second = addDays(first, 1);
    return weekdayOf(second) === 7 ? addDays(second, 1) : second;
  }
  const { weekday } = rule;
  const onOrAfter = (day: string): string => addDays(day, (weekday - weekdayOf(day) + 7) % 7);
  if ('from' in rule) return onOrAfter(addDays(first, rule.from - 1));
  const end = rule.month === 12 ? `${year + 1}-01-01` : `${year}-${two(rule.month + 1)}-01`;
  const day = rule.nth > 0 ? addDays(onOrAfter(first), 7 * (rule.nth - 1)) : addDays(onOrAfter(end), -7);
  return rule.latest !== undefined && Number(day.slice(8)) > rule.latest ? addDays(day, -7) : day;
}

function calendarOf(department: string | null): SoldesCalendar {
  return OTHERS.find(({ departments }) => department !== null && departments.includes(department)) ?? FRANCE;
}

/** One département of each set of dates that some follow; null is the country's. */
function onePerCalendar(departments: readonly (string | null)[]): (string | null)[] {
  return [...new Map(departments.map((one) => [calendarOf(one).label, one])).values()];
}

/** The two periods of a year where a département is; the country's where none is said. None before 2015. */
export function soldesPeriods(year: number, department: string | null): SoldesPeriod[] {
  const calendar = calendarOf(department);
  return (['winter', 'summer'] as const).flatMap((season): SoldesPeriod[] => {
    const rule = calendar[season];
    const first_day = startOf(year, rule);
    const length = LENGTHS.find(({ from }) => from <= first_day);
    if (!length) return [];
    const found = { season, place: calendar.label };
    const isOwn = rule !== NATIONAL[season] && !('working' in rule);
    const moved = isOwn ? undefined : MOVED.find((one) => one.season === season && one.year === year);
    if (moved) return [{ ...found, first_day: moved.first_day, last_day: moved.last_day }];
    return [{ ...found, first_day, last_day: addDays(first_day, length.days - 1) }];
  });
}

/** The département of a postal code or of its own number (`75001`, `6`, `2A`, `97150`); null for none of France. */
export function departmentOf(text: string | null | undefined): string | null {
  const code = (text ?? '').trim().toUpperCase();
  if (/^(2[AB]|97\d)$/.test(code)) return code;
  if (/^\d{1,2}$/.test(code)) return code.padStart(2, '0');
  if (!/^\d{4,5}$/.test(code)) return null;
  const postal = code.padStart(5, '0');
  if (postal === '97133') return '977';
  if (postal === '97150') return '978';
  if (postal.startsWith('97')) return postal.slice(0, 3);
  if (postal.startsWith('20')) return postal < '20200' ? '2A' : '2B';
  return postal.slice(0, 2);
}

/** A place as its file says it. */
export interface LegalPlace {
  code: string;
  country: string | null;
  postal_code: string | null;
}

const FRENCH = /^(fr|fra|france|guadeloupe|martinique|guyane|(la )?reunion|mayotte|gp|mq|gf|re|yt|pm|bl|mf)/;

/**
 * The départements that a project's places are in, null for a place that does not say its own; empty where all are
 * abroad. A project without places is taken as France's.
 * @param chosen codes of the places that the project takes; all when empty
 */
export function departmentsOf(places: readonly LegalPlace[], chosen: readonly string[]): (string | null)[] {
  const taken = places.filter(({ code }) => chosen.length === 0 || chosen.includes(code));
  if (taken.length === 0) return [null];
  const french = taken.filter(({ country }) => country === null || FRENCH.test(foldText(country)));
  return [...new Set(french.map(({ postal_code }) => departmentOf(postal_code)))];
}

/** The periods of the places of some départements, from a day on: the first that is not over, once for the same dates. */
export function nextSoldes(day: string, departments: readonly (string | null)[]): SoldesPeriod[] {
  const year = Number(day.slice(0, 4));
  const found = new Map<string, SoldesPeriod>();
  for (const department of onePerCalendar(departments)) {
    const coming = [year, year + 1]
      .flatMap((one) => soldesPeriods(one, department))
      .sort((a, b) => a.first_day.localeCompare(b.first_day));
    const next = coming.find(({ last_day }) => last_day >= day);
    const same = next && found.get(next.first_day);
    if (next && (!same || next.place === FRANCE.label)) found.set(next.first_day, next);
  }
  return [...found.values()].sort((a, b) => a.first_day.localeCompare(b.first_day));
}

/** « Soldes » as a word of its own: « pré-soldes » and « hors soldes » are none. */
function saysSoldes(text: string | null | undefined): boolean {
  const plain = (text ?? '').toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
  return /(^|[^a-z])soldes?([^a-z]|$)/.test(
    plain.replaceAll(/(pre|avant|hors|apres|anti)[\s-]*soldes?/g, ''),
  );
}

interface NamedCalendar {
  name: string;
  phases: readonly Phase[];
  end_date: string;
}

/** The last day that goods soldes must have been on sale from: a month before the period that a day is in, or before it. */
export function soldesGoodsDay(firstDay: string, departments: readonly (string | null)[]): string {
  const year = Number(firstDay.slice(0, 4));
  const period = departments
    .flatMap((one) => [year - 1, year].flatMap((of) => soldesPeriods(of, one)))
    .find((one) => one.first_day <= firstDay && firstDay <= one.last_day);
  const begins = period?.first_day ?? firstDay;
  const [ofYear = 0, month = 1, day = 1] = begins.split('-').map(Number);
  const before = month === 1 ? `${ofYear - 1}-12` : `${ofYear}-${two(month - 1)}`;
  const lastOfMonth = Number(addDays(`${begins.slice(0, 7)}-01`, -1).slice(8));
  return `${before}-${two(Math.min(day, lastOfMonth))}`;
}

/** The phases of a project that are called « soldes »: all of them when its operation is. */
export function soldesPhases({ name, phases }: Pick<NamedCalendar, 'name' | 'phases'>): number[] {
  const all = saysSoldes(splitProjectName(name).operation);
  return phases.flatMap((phase, index) => (all || saysSoldes(phase.name) ? [index] : []));
}

/** A phase that is called « soldes » and is not inside the dates of a place. */
export interface SoldesFault {
  phase: number;
  label: string;
  first_day: string;
  last_day: string;
  /** The nearest legal period there. */
  period: SoldesPeriod;
}

const within = (first: string, last: string, period: SoldesPeriod): boolean =>
  period.first_day <= first && last <= period.last_day;

/**
 * Phases called « soldes » that are not inside the legal dates of each of the places; none where there is nothing to
 * say, or where the dates of the year are not known.
 */
export function soldesFaults(project: NamedCalendar, departments: readonly (string | null)[]): SoldesFault[] {
  const places = onePerCalendar(departments);
  return soldesPhases(project).flatMap((phase) => {
    const first_day = project.phases[phase]?.start_date ?? '';
    const last_day = phaseLastDay(project, phase);
    const year = Number(first_day.slice(0, 4));
    const label = phaseLabel(project.phases[phase], phase);
    return places.flatMap((department): SoldesFault[] => {
      const periods = [year - 1, year, year + 1].flatMap((one) => soldesPeriods(one, department));
      if (periods.length === 0 || periods.some((one) => within(first_day, last_day, one))) return [];
      const far = (one: SoldesPeriod): number => Math.abs(Date.parse(one.first_day) - Date.parse(first_day));
      const period = periods.reduce((best, one) => (far(one) < far(best) ? one : best));
      return [{ phase, label, first_day, last_day, period }];
    });
  });
}
