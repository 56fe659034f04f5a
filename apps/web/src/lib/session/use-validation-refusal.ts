import { lackOf } from '@palier/domain';
import { usePermission } from './use-session.ts';

/** Why the user may not validate a phase, for the disabled button; null when they may. */
export function useValidationRefusal(): string | null {
  return usePermission('canValidatePhases') ? null : lackOf('canValidatePhases');
}
