import { addDays, daysBetween } from '../format/date.ts';

export const FISCAL_PATTERNS = ['4-4-5', '4-5-4', '5-4-4'] as const;
/** What keeps fiscal years near their month, by a 53rd week every five or six years. */
export const FISCAL_LEAPS = ['nearest', 'last', 'first'] as const;

/**
 * A retailer's own calendar: years of 52 or 53 whole weeks, quarters of 13, cut in periods of weeks. A 53rd week is the
 * last of its year's last period.
 */
export interface FiscalCalendar {
  /** Number of one of its years, and the first day of that year, which also says on which day weeks start. */
  year: number;
  first_day: string;
  /** Weeks of the three periods of a quarter. */
  pattern: (typeof FISCAL_PATTERNS)[number];
  /**
   * Years start on that weekday: `nearest` to the first of the month; `last`: the day after the month before had its
   * last such week; `first`: its first in the month.
   */
  leap: (typeof FISCAL_LEAPS)[number];
}

/** The National Retail Federation's (nrf.com/resources/4-5-4-calendar): 53 weeks in 2006, 2012, 2017 and 2023. */
export const NRF_CALENDAR: FiscalCalendar = {
  ...{ year: 2026, first_day: '2026-02-01', pattern: '4-5-4', leap: 'nearest' },
};

/** ISO weeks: years start on the Monday nearest to 1 January. They have no periods. */
export const ISO_CALENDAR: FiscalCalendar = {
  ...{ year: 2026, first_day: '2025-12-29', pattern: '4-4-5', leap: 'nearest' },
};

/** First of the days around a month's first on which a year may start; the others are the six after it. */
const EARLIEST: Record<FiscalCalendar['leap'], number> = { nearest: -3, last: -6, first: 0 };

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** The day that a calendar's years start about: the first of a month where one is near enough, else the day itself. */
function anchorOf({ first_day, year, leap }: FiscalCalendar): {
  from: string;
  year: number;
  earliest: number;
} {
  const earliest = EARLIEST[leap];
  const month = first_day.slice(0, 7);
  const next = `${addDays(`${month}-28`, 4).slice(0, 7)}-01`;
  const near = [`${month}-01`, next].find((first) => {
    const after = daysBetween(first, first_day) - earliest;
    return after >= 0 && after < 7;
  });
  return near === undefined
    ? { from: first_day.replace(/-02-29$/, '-02-28'), year, earliest: EARLIEST.nearest }
    : { from: near, year, earliest };
}

/** First day of a fiscal year, YYYY-MM-DD. */
export function fiscalYearStart(calendar: FiscalCalendar, year: number): string {
  const { from, year: known, earliest } = anchorOf(calendar);
  const later = Number(from.slice(0, 4)) + year - known;
  const first = addDays(`${String(later).padStart(4, '0')}-${from.slice(5)}`, earliest);
  return addDays(first, (weekdayOf(calendar.first_day) - weekdayOf(first) + 7) % 7);
}

/** Weeks before each of the twelve periods of a year. */
export function weeksBeforePeriods({ pattern }: Pick<FiscalCalendar, 'pattern'>): number[] {
  const quarter = pattern.split('-').map(Number);
  const before: number[] = [];
  let weeks = 0;
  for (let period = 0; period < 12; period++) {
    before.push(weeks);
    weeks += quarter[period % 3] ?? 0;
  }
  return before;
}
