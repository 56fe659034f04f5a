import type { Permission } from '@palier/domain';
import { lackOf } from '@palier/domain';
import { ApiError } from '../../http/errors.ts';
import { isAllowed, type Scope } from '../../scope.ts';

/** What a change of a project asks for, beyond the door's « either »: each of its acts its own permission. */
export function requirePermission(scope: Scope, permission: Permission): void {
  if (!isAllowed(scope, permission)) throw new ApiError('forbidden', lackOf(permission));
}
