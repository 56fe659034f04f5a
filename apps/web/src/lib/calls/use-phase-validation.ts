import type { Project } from '@palier/contract';
import { usePermission } from '../session/use-session.ts';
import { useUpdateProject } from './update-project.ts';
import { phaseValidation } from './validate-phase.ts';

export const MAY_NOT_VALIDATE = 'Votre compte n’a pas le droit de valider une démarque.';

export interface PhaseValidation {
  /** Why the user may not validate; null when they may. */
  refusal: string | null;
  busy: boolean;
  /** Validates the worked phase; whether it was done. The client says a failure. */
  validate: () => Promise<boolean>;
}

/** The one way to validate a project's worked phase, wherever it is asked. */
export function usePhaseValidation(project: Project): PhaseValidation {
  const allowed = usePermission('canValidatePhases');
  const update = useUpdateProject(project._id);
  return {
    refusal: allowed ? null : MAY_NOT_VALIDATE,
    busy: update.isPending,
    validate: async () => {
      const changes = phaseValidation(project);
      if (!allowed || !changes) return false;
      return update.mutateAsync(changes).then(
        () => true,
        () => false,
      );
    },
  };
}
