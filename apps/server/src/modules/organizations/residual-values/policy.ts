import { isAllowed, type Scope } from '../../../scope.ts';

/** Who may validate a markdown says what its leftovers are worth: every project without its own rule follows. */
export function maySetResidualValue(scope: Scope): boolean {
  return isAllowed(scope, 'canValidatePhases');
}
