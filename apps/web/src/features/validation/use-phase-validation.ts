import type { Project, ProjectChanges } from '@palier/contract';
import { validatedWorkingPhase } from '@palier/domain';
import { useUpdateProject } from '../../lib/calls/update-project.ts';
import { useValidationRefusal } from '../../lib/session/use-validation-refusal.ts';

export interface PhaseValidation {
  /** Why the user may not validate; null when they may. */
  refusal: string | null;
  busy: boolean;
  /**
   * Validates the worked phase as its check list was read, with the reason when data differ from the till; whether it was
   * done. The client says a failure.
   */
  validate: (read: Pick<ProjectChanges, 'control_reason' | 'seen_version'>) => Promise<boolean>;
}

/** The change that validates the worked phase; null when no phase is worked and nothing is to be sent. */
export function phaseValidation(project: Pick<Project, 'phases' | 'working_phase'>): ProjectChanges | null {
  const next = validatedWorkingPhase(project);
  return next === undefined ? null : { working_phase: next };
}

/** The one way to validate a project's worked phase, wherever it is asked. */
export function usePhaseValidation(project: Project): PhaseValidation {
  const refusal = useValidationRefusal(project._id);
  const update = useUpdateProject(project._id);
  return {
    refusal,
    busy: update.isPending,
    validate: async (read) => {
      const changes = phaseValidation(project);
      if (refusal !== null || !changes) return false;
      return update.mutateAsync({ ...changes, ...read }).then(
        () => true,
        () => false,
      );
    },
  };
}
