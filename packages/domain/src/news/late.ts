import { daysBetween } from '../format/date.ts';

/** Fewer waits than that are no habit. */
const FEWEST_WAITS = 3;

export interface LateData {
  /** Days between two arrivals, as a rule. */
  usual_days: number;
  /** Days since the last one, and its day. */
  days: number;
  since: string;
}

/**
 * Whether an organisation's data are later than it is used to: by half of its usual wait, and by a day at least. The
 * usual wait is the middle one of the days between arrivals; several arrivals of one day are one. null: not late, or too
 * few arrivals to know.
 */
export function lateData(arrivals: readonly string[], today: string): LateData | null {
  const days = [...new Set(arrivals.map((at) => at.slice(0, 10)))].sort();
  const waits = days.slice(1).map((day, index) => daysBetween(days[index] ?? day, day));
  const last = days.at(-1);
  if (waits.length < FEWEST_WAITS || last === undefined) return null;
  const usual_days = waits.sort((a, b) => a - b)[Math.floor(waits.length / 2)] ?? 0;
  const since = daysBetween(last, today);
  return since > Math.max(usual_days * 1.5, usual_days + 1) ? { usual_days, days: since, since: last } : null;
}
