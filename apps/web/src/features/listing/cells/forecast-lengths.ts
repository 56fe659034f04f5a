import { daysBetween, phaseEnd, readNumber } from '@palier/domain';
import type { Figures } from '../rows/row.ts';

/** Days from the last day of sales to the end of the project, by what is forecast of them. */
export interface ForecastLengths {
  /** From the data date to the worked phase. */
  upcoming: number;
  /** The worked phase. */
  phase: number;
  /** The phases after it. */
  rest: number;
}

/** Forecast units of a stretch of days: sold evenly, for the forecast says no more. */
export interface ForecastSpan {
  days: number;
  per_day: number;
}

/**
 * The days that the forecasts of a project cover.
 *
 * @param lastDay last day of the sales history, YYYY-MM-DD
 * @returns null when nothing is forecast: no phase is worked, or a date is missing.
 */
export function forecastLengths(
  project: {
    phases: readonly { start_date: string }[];
    end_date: string;
    working_phase: number | null;
  },
  lastDay: string | null,
): ForecastLengths | null {
  const index = project.working_phase;
  const worked = index === null ? undefined : project.phases[index];
  if (!worked || index === null || lastDay === null) return null;
  const end = phaseEnd(project, index);
  const lengths = {
    upcoming: Math.max(0, daysBetween(lastDay, worked.start_date) - 1),
    phase: daysBetween(worked.start_date, end),
    rest: Math.max(0, daysBetween(end, project.end_date)),
  };
  return Number.isFinite(lengths.upcoming + lengths.phase + lengths.rest) && lengths.phase > 0
    ? lengths
    : null;
}

/** Units a day that a row will sell: until the worked phase, in it, after it; [] when that is unknown. */
export function forecastSpans(row: Figures, lengths: ForecastLengths | null): ForecastSpan[] {
  const phase = readNumber(row, 'phase_forecast.sales_qty');
  if (!lengths || phase === null) return [];
  const all = readNumber(row, 'forecast.sales_qty') ?? phase;
  const span = (days: number, units: number): ForecastSpan[] =>
    days > 0 ? [{ days, per_day: Math.max(0, units) / days }] : [];
  return [
    ...span(lengths.upcoming, readNumber(row, 'upcoming_sales_qty') ?? 0),
    ...span(lengths.phase, phase),
    ...span(lengths.rest, all - phase),
  ];
}
