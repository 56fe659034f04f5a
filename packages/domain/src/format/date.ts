import { MISSING } from './missing.ts';

const MONTHS = [
  'janv.',
  'févr.',
  'mars',
  'avr.',
  'mai',
  'juin',
  'juil.',
  'août',
  'sept.',
  'oct.',
  'nov.',
  'déc.',
] as const;

const DAY_MS = 86_400_000;

interface CalendarDay {
  year: number;
  month: number;
  day: number;
}

/** Reads YYYY-MM-DD (a time after it is ignored); null for anything else or a day that does not exist. */
export function parseDay(date: string | null | undefined): CalendarDay | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(date ?? '');
  if (!match) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const real = new Date(Date.UTC(year, month - 1, day));
  return real.getUTCMonth() === month - 1 && real.getUTCDate() === day ? { year, month, day } : null;
}

/** « 08/01/2026 ». */
export function formatDate(date: string | null | undefined): string {
  const day = parseDay(date);
  if (!day) return MISSING;
  return `${String(day.day).padStart(2, '0')}/${String(day.month).padStart(2, '0')}/${String(day.year).padStart(4, '0')}`;
}

/**
 * Reads a day as French people type it (« 7/1/2026 », « 07.01.2026 », « 07012026 », « 7/1/26 »): YYYY-MM-DD,
 * or null for anything else or a day that does not exist. Two figures of a year are of this century.
 */
export function readFrenchDay(text: string): string | null {
  const match =
    /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4}|\d{2})$/.exec(text.trim()) ??
    /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(text.trim());
  if (!match) return null;
  const [, day = '', month = '', year = ''] = match;
  const date = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return parseDay(date) ? date : null;
}

function dayOfMonth(day: number): string {
  return day === 1 ? '1er' : String(day);
}

/** « 8 janv. », with the year when asked. */
export function formatShortDate(date: string | null | undefined, withYear = false): string {
  const day = parseDay(date);
  if (!day) return MISSING;
  const text = `${dayOfMonth(day.day)} ${MONTHS[day.month - 1]}`;
  return withYear ? `${text} ${day.year}` : text;
}

/** « 8 → 14 juil. », « 28 juin → 4 juil. », years when they differ; both ends included. */
export function formatDateRange(from: string | null | undefined, to: string | null | undefined): string {
  const start = parseDay(from);
  const end = parseDay(to);
  if (!start || !end) return start || end ? `${formatShortDate(from)} → ${formatShortDate(to)}` : MISSING;
  if (start.year !== end.year) return `${formatShortDate(from, true)} → ${formatShortDate(to, true)}`;
  if (start.month !== end.month) return `${formatShortDate(from)} → ${formatShortDate(to)}`;
  if (start.day === end.day) return formatShortDate(from);
  return `${dayOfMonth(start.day)} → ${formatShortDate(to)}`;
}

/** Whole days from one day to another, negative when `to` is before; NaN when either is not a day. */
export function daysBetween(from: string, to: string): number {
  const [start, end] = [parseDay(from), parseDay(to)];
  if (!start || !end) return Number.NaN;
  return (
    (Date.UTC(end.year, end.month - 1, end.day) - Date.UTC(start.year, start.month - 1, start.day)) / DAY_MS
  );
}

/** A day moved by a number of days, YYYY-MM-DD. @throws RangeError when it is not a day. */
export function addDays(date: string, days: number): string {
  const day = parseDay(date);
  if (!day) throw new RangeError(`not a day: ${date}`);
  return new Date(Date.UTC(day.year, day.month - 1, day.day + days)).toISOString().slice(0, 10);
}

const DAY_ZERO = '1970-01-01';

/** Days since 1970-01-01, as tables of weeks count them; NaN when it is not a day. */
export function dayNumber(date: string): number {
  return daysBetween(DAY_ZERO, date);
}

/** The day of a number of days since 1970-01-01, YYYY-MM-DD. */
export function dayOfNumber(number: number): string {
  return addDays(DAY_ZERO, number);
}
