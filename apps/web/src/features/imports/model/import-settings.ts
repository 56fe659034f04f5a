import { type FiscalCalendar, type ImportSettings, NRF_CALENDAR } from '@palier/domain';
import { shareTyped, typedShare } from '../../../lib/typed-share.ts';

/** The settings as they are typed: shares in percents. */
export interface TypedSettings {
  removed: string;
  tolerance: string;
  time_zone: string;
  date_order: '' | 'day' | 'month';
  /** What fiscal weeks are: asked, ISO weeks, or those of the calendar below. */
  fiscal: '' | 'iso' | 'own';
  calendar: TypedCalendar;
}

/** A calendar as it is typed: its year's number as text, its first day as the field has it. */
export interface TypedCalendar extends Pick<FiscalCalendar, 'pattern' | 'leap'> {
  year: string;
  first_day: string;
}

export function typedOf({
  max_removed_share,
  control_tolerance,
  time_zone,
  date_order,
  fiscal_calendar,
}: ImportSettings): TypedSettings {
  const own = typeof fiscal_calendar === 'string' ? null : fiscal_calendar;
  const { year, ...calendar } = own ?? NRF_CALENDAR;
  return {
    fiscal: own === null ? (fiscal_calendar === null ? '' : 'iso') : 'own',
    calendar: { ...calendar, year: String(year) },
    ...{ removed: typedShare(max_removed_share), tolerance: typedShare(control_tolerance) },
    ...{ time_zone: time_zone ?? '', date_order: date_order ?? '' },
  };
}

/** Years that may define a calendar. */
const YEARS = { first: 1990, last: 2098 };

/** What is said of a calendar that cannot be read. */
export const CALENDAR_FAULT = `Donnez l’exercice, de ${YEARS.first} à ${YEARS.last}, et son premier jour.`;

/** The fiscal calendar that was typed, null where it is asked; undefined while it cannot be read. */
export function calendarTyped({
  fiscal,
  calendar: { year, ...calendar },
}: TypedSettings): ImportSettings['fiscal_calendar'] | undefined {
  if (fiscal !== 'own') return fiscal === '' ? null : fiscal;
  const number = /^\d{4}$/.test(year.trim()) ? Number(year) : 0;
  const isWhole = number >= YEARS.first && number <= YEARS.last && calendar.first_day !== '';
  return isWhole ? { ...calendar, year: number } : undefined;
}

/** The settings that were typed; null while one of them cannot be read. */
export function settingsTyped(typed: TypedSettings): ImportSettings | null {
  const [max_removed_share, control_tolerance] = [typed.removed, typed.tolerance].map(shareTyped);
  if (max_removed_share == null || control_tolerance == null) return null;
  const { time_zone, date_order } = typed;
  const fiscal_calendar = calendarTyped(typed);
  if (fiscal_calendar === undefined) return null;
  return {
    ...{ max_removed_share, control_tolerance, time_zone: time_zone === '' ? null : time_zone },
    ...{ date_order: date_order === '' ? null : date_order, fiscal_calendar },
  };
}

/** Zones of French-speaking retailers first, then all that the browser knows. */
const USUAL_ZONES = [
  'Europe/Paris',
  'Europe/Brussels',
  'Europe/Luxembourg',
  'Europe/Zurich',
  'Europe/London',
  'America/Martinique',
  'America/Guadeloupe',
  'Indian/Reunion',
];

/** Zones to choose among, the one in force always with them. */
export function offeredZones(current: string): string[] {
  return [...new Set([...USUAL_ZONES, current, ...Intl.supportedValuesOf('timeZone')])].filter(Boolean);
}
