import { addDays } from '../format/date.ts';

/** First days of the usual seasons: spring and summer, autumn and winter. */
const SEASON_STARTS = ['02-01', '08-01'] as const;

/** A season is marked down once it has been on sale for some weeks: a phase that starts before ends the one before. */
const LEAD_DAYS = 30;

/**
 * The first day of the season that an operation usually clears: the latest 1 February or 1 August at least thirty
 * days before its first phase.
 *
 * @param firstPhase YYYY-MM-DD
 */
export function usualSeasonStart(firstPhase: string): string {
  const latest = addDays(firstPhase, -LEAD_DAYS);
  const year = Number(latest.slice(0, 4));
  const starts = [year - 1, year].flatMap((one) => SEASON_STARTS.map((day) => `${one}-${day}`));
  return starts.filter((start) => start <= latest).at(-1) ?? firstPhase;
}
