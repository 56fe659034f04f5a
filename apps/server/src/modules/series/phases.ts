import { addDays, phaseLastDay, type SerieDays } from '@palier/domain';
import type { LineModel } from '../engine/index.ts';
import type { ProjectRow } from '../projects/index.ts';

type Calendar = Pick<ProjectRow, 'phases' | 'end_date'>;

const later = (one: string, other: string): string => (one > other ? one : other);
const earlier = (one: string, other: string): string => (one < other ? one : other);

/** A phase of a project, of which a series holds some days; null when it holds none. */
export function heldDays(project: Calendar, index: number, from: string, to: string): SerieDays | null {
  const phase = project.phases[index];
  if (!phase) return null;
  const [start_date, last_date] = [phase.start_date, phaseLastDay(project, index)];
  const [from_date, to_date] = [later(start_date, from), earlier(last_date, to)];
  return from_date > to_date ? null : { project_phase: index, start_date, last_date, from_date, to_date };
}

/** The days of each phase that are known at a data date. */
export function soldPhases(project: Calendar, data_date: string): SerieDays[] {
  return project.phases.flatMap((_, index) => heldDays(project, index, '0000-01-01', data_date) ?? []);
}

/** The days still to come of the worked phase and of those after it: what forecasts are of. */
export function plannedPhases(project: Calendar, worked: number, data_date: string): SerieDays[] {
  const from = addDays(data_date, 1);
  return project.phases.flatMap((_, index) =>
    index < worked ? [] : (heldDays(project, index, from, '9999-12-31') ?? []),
  );
}

/**
 * Of what each line sells after the worked phase, the part of each later phase: as its demand goes, by days where there
 * is no demand to go by.
 */
export function splitOfLater(
  phases: readonly SerieDays[],
  model: LineModel | null,
  line_count: number,
): Float64Array[] {
  const [, ...after] = phases;
  const days = after.map(
    ({ from_date, to_date }) => Date.parse(to_date) - Date.parse(from_date) + 86_400_000,
  );
  const whole = days.reduce((sum, own) => sum + own, 0);
  const parts = after.map((_, index) => new Float64Array(line_count).fill((days[index] ?? 0) / whole));
  if (!model || model.ids.length !== line_count || model.phase_count !== phases.length) return parts;
  const levels = model.levels.length;
  for (let line = 0; line < line_count; line++) {
    const means = after.map(
      (_, index) => model.phase_mean[(line * model.phase_count + index + 1) * levels] ?? 0,
    );
    const sum = means.reduce((total, mean) => total + mean, 0);
    if (!(sum > 0)) continue;
    means.forEach((mean, index) => {
      const part = parts[index];
      if (part) part[line] = mean / sum;
    });
  }
  return parts;
}
