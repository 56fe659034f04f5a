// Whose a folder of the data folder is, from its announcement to its removal (docs/mechanisms/publishing.md):
//   unused_folder   the table of folders announced, replaced or given up, and since when
//   v3.owner        the mark beside a folder: the database that wrote it (owner.ts)
//   versions.ts     the next free version, and whether one is whole
//   the jobs        reserve a version, write it, and keep it in the transaction that publishes it
//   maintenance     sweeps what has been unused for a day and is ours

import { rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import type { Database, Tx } from '../../db/database.ts';
import { ApiError } from '../../http/errors.ts';
import type { Log } from '../../log.ts';
import type { Scope } from '../../scope.ts';
import type { FactFolders } from './fact-folders.ts';
import { explainDataFolder } from './owner.ts';
import { reportsPath } from './paths.ts';
import {
  deleteUnused,
  endedImports,
  insertUnused,
  listUnused,
  releaseEndedUploads,
  renewUnused,
  sayCleared,
  type UnusedFolder,
} from './repository.ts';
import { nextVersion } from './versions.ts';

interface Needs {
  config: Pick<Config, 'data_folder'>;
  data_owner: string;
  database: Pick<Database, 'db'>;
  folders: FactFolders;
}

/** Announces a folder about to be written: it is this database's, and goes in a day unless it is kept. */
async function reserveFolder(deps: Needs, scope: Scope, path: string): Promise<boolean> {
  const isNew = await insertUnused(deps.database.db, scope, path);
  if (isNew) await deps.folders.mark(path, deps.data_owner);
  return isNew;
}

/** Announces a folder for an upload. @throws 503 when the data folder cannot keep it */
export async function reserveUpload(deps: Needs, scope: Scope, path: string): Promise<void> {
  const fault = await explainDataFolder(deps.config.data_folder, deps.data_owner);
  if (fault) throw new ApiError('unavailable', fault);
  await reserveFolder(deps, scope, path);
}

/** The folder is in use from this transaction on: a version that is served, an upload that an import took. */
export function keepFolder(tx: Tx, { organization_id }: Scope, path: string): Promise<void> {
  return deleteUnused(tx, { organization_id, path });
}

/** Nobody uses the folder from this transaction on: readers and restores have a day left. */
export async function releaseFolder(tx: Tx, scope: Scope, path: string): Promise<void> {
  await insertUnused(tx, scope, path);
}

/** An upload that waits for a decision has a day left again. */
export function renewUpload({ database }: Pick<Needs, 'database'>, scope: Scope, path: string) {
  return renewUnused(database.db, { organization_id: scope.organization_id, path });
}

/** The next version of a folder of versions, announced so that no other process writes it. */
export async function reserveVersion(
  deps: Needs,
  scope: Scope,
  path: string,
  published: number,
): Promise<number> {
  let version = await nextVersion(deps.folders, path, published);
  while (!(await isReserved(deps, scope, `${path}/v${version}`))) version += 1;
  return version;
}

/** False when another process has it, or had it and published it since the versions were listed. */
async function isReserved(deps: Needs, scope: Scope, path: string): Promise<boolean> {
  if (!(await insertUnused(deps.database.db, scope, path))) return false;
  if (await deps.folders.has(path)) {
    await deleteUnused(deps.database.db, { organization_id: scope.organization_id, path });
    return false;
  }
  await deps.folders.mark(path, deps.data_owner);
  return true;
}

/**
 * Removes what this database wrote and has not used for a day. What bears another mark or none is left where it is:
 * another database may use it.
 */
export async function sweepFolders(deps: Needs & { log: Log }): Promise<void> {
  await clearEndedImports(deps);
  for (const unused of await listUnused(deps.database.db)) {
    await removeOwn(deps, unused).catch((error) =>
      deps.log.warn({ err: error, ...unused }, 'folder not removed'),
    );
  }
}

/** What imports leave that nobody uses once they were cancelled or failed, however long no process was there to see it. */
async function clearEndedImports({ database, folders, log }: Needs & { log: Log }): Promise<void> {
  await releaseEndedUploads(database.db);
  for (const ended of await endedImports(database.db)) {
    const clear = async () => {
      if (ended.unreported) await folders.remove(reportsPath(ended.import_id));
      await sayCleared(database.db, ended);
    };
    await clear().catch((error) => log.warn({ err: error, ...ended }, 'import not cleared'));
  }
}

const OURS = /^(snapshot|serie|warehouse|staging)\/[^/]+(\/v\d+)?$/;

async function removeOwn(deps: Needs, unused: UnusedFolder): Promise<void> {
  const { data_owner, database, folders } = deps;
  const { path } = unused;
  if (!OURS.test(path)) throw new Error('not a folder of facts');
  const isParent = /^(snapshot|serie)\/[^/]+$/.test(path);
  const versions = isParent ? new Set(await folders.versions(path)) : [];
  const paths = isParent ? [...versions].map((version) => `${path}/v${version}`) : [path];
  for (const one of paths) if ((await folders.ownerOf(one)) === data_owner) await folders.remove(one);
  if (isParent) await rmdir(join(folders.root, path)).catch(() => {}); // what others own keeps it
  await deleteUnused(database.db, unused);
}
