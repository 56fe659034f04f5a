// Whose a folder of the data folder is, from its announcement to its removal (docs/mechanisms/publishing.md):
//   unused_folder   the table of folders announced, replaced or given up, and since when
//   v3.owner        the mark beside a folder: the database that wrote it (owner.ts)
//   versions.ts     the next free version, and whether one is whole
//   the jobs        reserve a version, write it, and keep it in the transaction that publishes it
//   maintenance     sweeps what has been unused for a day and is ours

import { mkdir, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import type { Config } from '../../config.ts';
import type { Database, Tx } from '../../db/database.ts';
import { ApiError } from '../../http/errors.ts';
import type { Log } from '../../log.ts';
import type { Scope } from '../../scope.ts';
import { explainDataFolder } from './owner.ts';
import {
  deleteUnused,
  insertUnused,
  listUnused,
  releaseEndedUploads,
  renewUnused,
  type UnusedFolder,
} from './repository.ts';
import { nextVersion } from './versions.ts';

interface InFolder {
  config: Pick<Config, 'data_folder'>;
}
type Needs = InFolder & { data_owner: string; database: Pick<Database, 'db'> };

const pathOf = ({ config }: InFolder, folder: string) => relative(config.data_folder, folder);
const markOf = (folder: string) => `${folder}.owner`;

/** Announces a folder about to be written: it is this database's, and goes in a day unless it is kept. */
export async function reserveFolder(deps: Needs, scope: Scope, folder: string): Promise<boolean> {
  const isNew = await insertUnused(deps.database.db, scope, pathOf(deps, folder));
  if (isNew) {
    await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
    await writeFile(markOf(folder), deps.data_owner);
  }
  return isNew;
}

/** Announces a folder for an upload. @throws 503 when the data folder cannot keep it */
export async function reserveUpload(deps: Needs, scope: Scope, folder: string): Promise<void> {
  const fault = await explainDataFolder(deps.config.data_folder, deps.data_owner);
  if (fault) throw new ApiError('unavailable', fault);
  await reserveFolder(deps, scope, folder);
}

/** An import takes the upload from this transaction on, and removes it when it has ended. */
export function keepUpload(tx: Tx, { organization_id }: Scope, folder: string): Promise<void> {
  return deleteUnused(tx, { organization_id, path: join('staging', basename(folder)) });
}

/** An upload that waits for a decision has a day left again. */
export function renewUpload(
  { database }: Pick<Needs, 'database'>,
  scope: Scope,
  folder: string,
): Promise<void> {
  const { organization_id } = scope;
  return renewUnused(database.db, { organization_id, path: join('staging', basename(folder)) });
}

/** Removes an upload that its import has done with. */
export async function discardUpload(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await rm(markOf(folder), { force: true });
}

/** The next version of a folder of versions, announced so that no other process writes it. */
export async function reserveVersion(
  deps: Needs,
  scope: Scope,
  folder: string,
  published: number,
): Promise<number> {
  let version = await nextVersion(folder, published);
  while (!(await reserveFolder(deps, scope, join(folder, `v${version}`)))) version += 1;
  return version;
}

/** The folder is in use from this transaction on. */
export function keepFolder(deps: InFolder, tx: Tx, scope: Scope, folder: string): Promise<void> {
  return deleteUnused(tx, { organization_id: scope.organization_id, path: pathOf(deps, folder) });
}

/** Nobody uses the folder from this transaction on: readers and restores have a day left. */
export async function releaseFolder(deps: InFolder, tx: Tx, scope: Scope, folder: string): Promise<void> {
  await insertUnused(tx, scope, pathOf(deps, folder));
}

/**
 * Removes what this database wrote and has not used for a day. What bears another mark or none is left where it is:
 * another database may use it.
 */
export async function sweepFolders(deps: Needs & { log: Log }): Promise<void> {
  await releaseEndedUploads(deps.database.db);
  for (const unused of await listUnused(deps.database.db)) {
    await removeOwn(deps, unused).catch((error) =>
      deps.log.warn({ err: error, ...unused }, 'folder not removed'),
    );
  }
}

const OURS = /^(snapshot|serie|warehouse|staging)\/[^/]+(\/v\d+)?$/;

async function removeOwn(deps: Needs, unused: UnusedFolder): Promise<void> {
  if (!OURS.test(unused.path)) throw new Error('not a folder of facts');
  const folder = join(deps.config.data_folder, unused.path);
  const versions = /^(snapshot|serie)\/[^/]+$/.test(unused.path) ? await versionFolders(folder) : [folder];
  for (const version of versions) if (await isOwn(deps, version)) await removeWithSiblings(version);
  if (versions[0] !== folder) await rmdir(folder).catch(() => {}); // what others own keeps it
  await deleteUnused(deps.database.db, unused);
}

const versionFolders = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => []))
    .filter((name) => /^v\d+$/.test(name))
    .map((name) => join(folder, name));

const isOwn = async ({ data_owner }: Needs, folder: string): Promise<boolean> =>
  (await readFile(markOf(folder), 'utf8').catch(() => null)) === data_owner;

/** A folder and the files that go with it: `v3`, `v3.model`, and the mark last. */
async function removeWithSiblings(folder: string): Promise<void> {
  const siblings = (await readdir(dirname(folder))).filter((name) => name.startsWith(`${basename(folder)}.`));
  await rm(folder, { recursive: true, force: true });
  for (const name of siblings) await rm(join(dirname(folder), name), { force: true });
}
