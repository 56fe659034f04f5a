import type { Tx } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import type { Scope } from '../../../scope.ts';
import { keepFolder, releaseFolder, warehousePath } from '../../folders/index.ts';
import { addSnapshotJobs } from '../../snapshots/index.ts';
import { insertVersion, moveWarehouse, type NewVersion } from './repository.ts';

/**
 * Serves a written version from this transaction on, and asks for the projects' new snapshots. The former stays on the
 * disk for 30 days. @returns false, and nothing is done, when another version was published meanwhile.
 */
export async function publishVersion(
  deps: Pick<Deps, 'queue'>,
  tx: Tx,
  scope: Scope,
  { previous, ...version }: NewVersion & { previous: number },
): Promise<boolean> {
  if (!(await moveWarehouse(tx, scope, previous, version.version))) return false;
  const pathOf = (of: number): string => warehousePath(scope.organization_id, of);
  await keepFolder(tx, scope, pathOf(version.version));
  if (previous > 0) await releaseFolder(tx, scope, pathOf(previous));
  await insertVersion(tx, scope, version);
  await addSnapshotJobs(tx, deps.queue, scope);
  return true;
}
