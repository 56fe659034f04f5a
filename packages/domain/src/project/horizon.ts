import { isClosed } from './clock.ts';
import type { ProjectCalendar } from './phase.ts';
import { phaseEnd } from './phase.ts';

/** The days that a forecast figure is of: the worked phase's, or from it to the project's end. */
export const HORIZONS = ['end', 'phase'] as const;
export type Horizon = (typeof HORIZONS)[number];

/** Where each horizon's forecast stands on a row. */
export const HORIZON_FAMILY = { end: 'forecast', phase: 'phase_forecast' } as const;

/**
 * The first day of a horizon and the day after its last, YYYY-MM-DD. Of a closed project: the last phase, or all of
 * them; null without a phase.
 */
export function horizonDays(
  project: Pick<ProjectCalendar, 'phases' | 'end_date' | 'working_phase'>,
  horizon: Horizon,
): { from: string; to: string } | null {
  const closed = isClosed(project);
  const index = project.working_phase ?? project.phases.length - 1;
  const worked = project.phases[closed && horizon === 'end' ? 0 : index];
  if (!worked) return null;
  const to = horizon === 'end' ? project.end_date : phaseEnd(project, index);
  return { from: worked.start_date, to };
}
