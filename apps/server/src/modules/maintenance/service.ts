import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { cleanLeftovers } from '@palier/analytics';
import type { Config } from '../../config.ts';
import type { Deps } from '../../deps.ts';
import { projectIds } from './repository.ts';

type Needs = Pick<Deps, 'config' | 'database' | 'log' | 'scratch'>;

const EVERY_MS = 3_600_000;
/** What a crash left can be told from what lives a little after the start that follows it. */
const SOON_MS = 120_000;
/** Uploads that no import took for so long were left by a process that died. */
const STAGING_LIFE_MS = 7 * 86_400_000;

/** Where the processes that share a data folder say that they live. */
export function presenceFolder({ data_folder }: Pick<Config, 'data_folder'>): string {
  return join(data_folder, 'processes');
}

/** Cleans what dead processes left and keeps the embedded database in shape: now, soon and every hour. */
export async function startMaintenance(deps: Needs): Promise<void> {
  await cleanAfterTheDead(deps);
  const round = () => maintain(deps).catch((error) => deps.log.warn({ err: error }, 'maintenance failed'));
  setTimeout(round, SOON_MS).unref();
  setInterval(round, EVERY_MS).unref();
}

async function cleanAfterTheDead({ config, scratch }: Needs): Promise<void> {
  const folders = ['warehouse', 'snapshot', 'temp'].map((part) => join(config.data_folder, part));
  await cleanLeftovers(folders, presenceFolder(config));
  await scratch.clean();
}

async function maintain(deps: Needs): Promise<void> {
  const { config, database } = deps;
  await cleanAfterTheDead(deps);
  await deleteSnapshotsOfNobody(config.data_folder, new Set(await projectIds(database.db)));
  await deleteOldUploads(config.data_folder);
  // A server vacuums by itself; the embedded one has no such process.
  if (database.kind === 'pglite') await database.executeSql('vacuum analyze');
}

async function deleteSnapshotsOfNobody(data_folder: string, projects: ReadonlySet<string>): Promise<void> {
  const folder = join(data_folder, 'snapshot');
  for (const name of await readdir(folder).catch(() => [])) {
    if (!projects.has(name)) await rm(join(folder, name), { recursive: true, force: true });
  }
}

async function deleteOldUploads(data_folder: string): Promise<void> {
  const folder = join(data_folder, 'staging');
  for (const name of await readdir(folder).catch(() => [])) {
    const { mtimeMs } = await stat(join(folder, name));
    if (Date.now() - mtimeMs > STAGING_LIFE_MS)
      await rm(join(folder, name), { recursive: true, force: true });
  }
}
