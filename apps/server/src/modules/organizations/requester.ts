import { isDeepStrictEqual } from 'node:util';
import {
  holdsPermission,
  narrowingPerimeter,
  PERMISSIONS,
  type Perimeter,
  type Permission,
  permissionsOf,
} from '@palier/domain';
import type { DbOrTx, Tx } from '../../db/database.ts';
import { JobFailure } from '../../queue/types.ts';
import { isSystem, type Scope } from '../../scope.ts';
import { findUser, lockOrganization } from './repository.ts';

/** Who asked for work that a job does, and the permission that it takes. */
export interface Requester {
  user_id: string | null;
  permission: Permission;
}

const lost = (permission: Permission): JobFailure =>
  new JobFailure(
    `Qui a demandé ce travail n’en a plus le droit («\u202f${PERMISSIONS[permission]}\u202f») : rien n’a été changé.`,
  );

/**
 * The perimeter that whoever asked for a job has now; null: all of the organisation, as the server itself has.
 * @throws JobFailure when she has left since, or lost the permission
 */
export async function requesterPerimeter(
  db: DbOrTx,
  { organization_id }: Pick<Scope, 'organization_id'>,
  { user_id, permission }: Requester,
): Promise<Perimeter | null> {
  if (user_id === null || isSystem({ user_id })) return null;
  const user = await findUser(db, { organization_id, user_id });
  if (!user || !holdsPermission(permissionsOf(user.role, user.permissions), permission))
    throw lost(permission);
  return narrowingPerimeter(user.perimeter);
}

/**
 * Until the transaction that writes what was asked ends, nobody takes her rights back: what was acknowledged before is
 * obeyed. To be called before any project is locked.
 * @param perimeter what was found before
 * @throws JobFailure when her rights or her perimeter are others since
 */
export async function holdRequester(
  tx: Tx,
  scope: Scope,
  requester: Requester,
  perimeter: Perimeter | null,
): Promise<void> {
  await lockOrganization(tx, scope);
  if (!isDeepStrictEqual(await requesterPerimeter(tx, scope, requester), perimeter))
    throw lost(requester.permission);
}
