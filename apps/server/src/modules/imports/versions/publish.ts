import { join } from 'node:path';
import type { Tx } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import type { Scope } from '../../../scope.ts';
import { keepFolder, releaseFolder } from '../../folders/index.ts';
import { addSnapshotJobs } from '../../snapshots/index.ts';
import { insertVersion, moveWarehouse, type NewVersion } from './repository.ts';

/**
 * Serves a written version from this transaction on, and asks for the projects' new snapshots. The former stays on the
 * disk for 30 days. @returns false, and nothing is done, when another version was published meanwhile.
 *
 * @param folder the organisation's, where the versions are.
 */
export async function publishVersion(
  deps: Pick<Deps, 'config' | 'queue'>,
  tx: Tx,
  scope: Scope,
  { folder, previous, ...version }: NewVersion & { folder: string; previous: number },
): Promise<boolean> {
  if (!(await moveWarehouse(tx, scope, previous, version.version))) return false;
  await keepFolder(deps, tx, scope, join(folder, `v${version.version}`));
  if (previous > 0) await releaseFolder(deps, tx, scope, join(folder, `v${previous}`));
  await insertVersion(tx, scope, version);
  await addSnapshotJobs(tx, deps.queue, scope);
  return true;
}
