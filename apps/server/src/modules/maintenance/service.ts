import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { cleanLeftovers } from '@palier/analytics';
import type { Deps } from '../../deps.ts';
import { projectIds } from './repository.ts';

type Needs = Pick<Deps, 'config' | 'database' | 'log'>;

const EVERY_MS = 3_600_000;
/** Uploads that no import took for so long were left by a process that died. */
const STAGING_LIFE_MS = 7 * 86_400_000;

/** Cleans what dead processes left and keeps the embedded database in shape, now and every hour. */
export async function startMaintenance(deps: Needs): Promise<void> {
  // With PostgreSQL the folder is shared: another process may be writing what looks abandoned here.
  if (deps.database.kind === 'pglite') {
    for (const part of ['warehouse', 'snapshot', 'temp'])
      await cleanLeftovers(join(deps.config.data_folder, part));
  }
  const round = () => maintain(deps).catch((error) => deps.log.warn({ err: error }, 'maintenance failed'));
  setInterval(round, EVERY_MS).unref();
}

async function maintain({ config, database }: Needs): Promise<void> {
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
