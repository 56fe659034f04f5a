import { addDays } from '../format/date.ts';
import { isClosed } from './clock.ts';
import type { ProjectCalendar } from './phase.ts';
import { phaseEnd } from './phase.ts';

/**
 * The days that a forecast figure is of: the worked phase's, or from it to the project's end; from the day after the data
 * date once that phase has begun, as what is known is forecast no more.
 */
export const HORIZONS = ['end', 'phase'] as const;
export type Horizon = (typeof HORIZONS)[number];

/** Where each horizon's forecast stands on a row. */
export const HORIZON_FAMILY = { end: 'forecast', phase: 'phase_forecast' } as const;

/**
 * The first day of a horizon and the day after its last, YYYY-MM-DD; the same when no day is left. Of a closed project:
 * the last phase, or all of them; null without a phase.
 */
export function horizonDays(project: ProjectCalendar, horizon: Horizon): { from: string; to: string } | null {
  const closed = isClosed(project);
  const index = project.working_phase ?? project.phases.length - 1;
  const first = project.phases[closed && horizon === 'end' ? 0 : index];
  if (!first) return null;
  const to = horizon === 'end' ? project.end_date : phaseEnd(project, index);
  const { data_date = null } = project;
  if (closed || data_date === null || data_date < first.start_date) return { from: first.start_date, to };
  const next = addDays(data_date, 1);
  return { from: next < to ? next : to, to };
}
