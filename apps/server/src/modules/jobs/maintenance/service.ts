import { join } from 'node:path';
import { cleanLeftovers } from '@palier/analytics';
import type { Config } from '../../../config.ts';
import type { Deps } from '../../../deps.ts';
import { sweepFolders } from '../../folders/index.ts';
import { repairProjects, resumeStopped } from '../../snapshots/index.ts';

type Needs = Pick<
  Deps,
  'config' | 'data_owner' | 'database' | 'facts' | 'folders' | 'log' | 'queue' | 'scratch'
>;

const EVERY_MS = 3_600_000;
/** A short while after a start, what a crash left can be distinguished from what is in use. */
const SOON_MS = 120_000;

/** Where the processes that share a data folder say that they live. */
export function presenceFolder({ data_folder }: Pick<Config, 'data_folder'>): string {
  return join(data_folder, 'processes');
}

/** What another room has to do every hour. */
type Round = () => Promise<void>;

/** Cleans what dead processes left and keeps the embedded database in shape: now, soon and every hour, the others' rounds too. */
export async function startMaintenance(deps: Needs, others: readonly Round[] = []): Promise<void> {
  await cleanAfterTheDead(deps);
  await repairProjects(deps);
  const round = () =>
    maintain(deps, others).catch((error) => deps.log.warn({ err: error }, 'maintenance failed'));
  setTimeout(round, SOON_MS).unref();
  setInterval(round, EVERY_MS).unref();
}

async function cleanAfterTheDead({ config, folders, scratch }: Needs): Promise<void> {
  const parts = ['warehouse', 'snapshot', 'serie'].map((part) => join(folders.root, part));
  await cleanLeftovers([...parts, join(config.data_folder, 'temp')], presenceFolder(config));
  await scratch.clean();
}

async function maintain(deps: Needs, others: readonly Round[]): Promise<void> {
  await cleanAfterTheDead(deps);
  for (const round of others) await round();
  await sweepFolders(deps);
  await repairProjects(deps);
  await resumeStopped(deps);
  // A server vacuums by itself; the embedded one has no such process.
  if (deps.database.kind === 'pglite') await deps.database.executeSql('vacuum analyze');
}
