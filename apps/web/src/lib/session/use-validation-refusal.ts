import { lackOf } from '@palier/domain';
import { useOutside } from './perimeter.ts';
import { usePermission } from './use-session.ts';

/** Why the user may not validate a project's phase, for the disabled button; null when they may. */
export function useValidationRefusal(project_id: string): string | null {
  const isAllowed = usePermission('canValidatePhases');
  const outside = useOutside('project', project_id);
  return isAllowed ? outside : lackOf('canValidatePhases');
}
