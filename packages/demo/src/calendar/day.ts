/** Days are integers since 1970-01-01 (UTC), so that calendars need no clock and no time zone. */
export type Day = number;

const MILLISECONDS = 86_400_000;

/** `2026-07-06` to a day number. */
export function dayOf(iso: string): Day {
  return Date.parse(`${iso}T00:00:00Z`) / MILLISECONDS;
}

/** A day number to `2026-07-06`. */
export function isoOf(day: Day): string {
  return new Date(day * MILLISECONDS).toISOString().slice(0, 10);
}

/** 0 = Monday … 6 = Sunday. */
export function weekdayOf(day: Day): number {
  return (((day + 3) % 7) + 7) % 7;
}

/** The fraction of the year elapsed, in [0, 1). */
export function yearFraction(day: Day): number {
  const year = new Date(day * MILLISECONDS).getUTCFullYear();
  const first = Date.UTC(year, 0, 1) / MILLISECONDS;
  const next = Date.UTC(year + 1, 0, 1) / MILLISECONDS;
  return (day - first) / (next - first);
}
