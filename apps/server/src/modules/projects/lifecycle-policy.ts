import { isAllowed, type Scope } from '../../scope.ts';

/** Validating a phase takes the permission; other changes of a project do not. */
export function mayValidatePhases(scope: Scope): boolean {
  return isAllowed(scope, 'canValidatePhases');
}
