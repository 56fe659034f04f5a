import type { Project } from '@palier/contract';
import { addDays, discountLevels, formatDateRange, phaseEnd, phaseLabel } from '@palier/domain';

/** The worked phase as headers and buttons name it; null when the project has none. */
export function workedPhase(
  project: Pick<Project, 'phases' | 'working_phase' | 'end_date'>,
): { index: number; label: string; dates: string } | null {
  const index = project.working_phase;
  if (index === null || index === undefined) return null;
  const phase = project.phases[index];
  if (!phase) return null;
  const last = addDays(phaseEnd(project, index), -1);
  return { index, label: phaseLabel(phase, index), dates: formatDateRange(phase.start_date, last) };
}

export function projectLevels(project: Project): number[] {
  return discountLevels({
    discount_pct_range: project.discount_pct_range,
    discount_step: project.discount_step,
  });
}
