import type { Project, ProjectChanges } from '@palier/contract';
import { validatedWorkingPhase } from '@palier/domain';

/** The change that validates the worked phase; null when no phase is worked and nothing is to be sent. */
export function phaseValidation(project: Pick<Project, 'phases' | 'working_phase'>): ProjectChanges | null {
  const next = validatedWorkingPhase(project);
  return next === undefined ? null : { working_phase: next };
}
