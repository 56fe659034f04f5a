import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, constants, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, StartError } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { isFullDisk } from '../../db/faults.ts';

/**
 * A name for this very database, for its marks in the data folder. A copy restored on another server has another one:
 * what the original still uses is never taken for the copy's.
 */
export async function dataOwner({ db, executeSql }: Pick<Database, 'db' | 'executeSql'>): Promise<string> {
  const { installation_id } = await db
    .selectFrom('installation')
    .select('installation_id')
    .executeTakeFirstOrThrow();
  const server = await executeSql(
    'select system_identifier::text || current_database() as place from pg_control_system()',
  ).catch(() => executeSql('select current_database() as place'));
  const [{ place } = { place: '' }] = server.rows as { place: string }[];
  return createHash('sha256').update(`${installation_id} ${place}`).digest('hex').slice(0, 32);
}

const claimPath = (data_folder: string, owner: string) => join(data_folder, 'owners', owner);

/**
 * Says in the data folder that this database works with it, and has its facts there unless a store has them.
 * @throws StartError when the database expects facts and the folder has none: another folder, or a disk not mounted.
 */
export async function claimDataFolder(
  {
    data_folder,
    accept_new_data,
    facts_store,
  }: Pick<Config, 'data_folder' | 'accept_new_data' | 'facts_store'>,
  { db }: Pick<Database, 'db'>,
  owner: string,
): Promise<void> {
  if (existsSync(claimPath(data_folder, owner))) return;
  const imported = await db
    .selectFrom('organization')
    .select('organization_id')
    .where('warehouse_version', '>', 0)
    .executeTakeFirst();
  const isEmpty = !existsSync(join(data_folder, 'warehouse')) && !existsSync(join(data_folder, 'snapshot'));
  if (imported && isEmpty && facts_store === null && !accept_new_data) {
    throw new StartError(
      `Le dossier de données ${data_folder} est vide alors que la base en attend un : montez ou restaurez le bon, ou acceptez d'en commencer un autre avec PALIER_NEW_DATA=oui (il faudra importer à nouveau).`,
    );
  }
  await mkdir(join(data_folder, 'owners'), { recursive: true, mode: 0o700 });
  await writeFile(claimPath(data_folder, owner), new Date().toISOString());
}

/** Folders that bear marks. */
export const OWNED_KINDS = ['warehouse', 'snapshot', 'serie', 'staging'] as const;

/**
 * Makes everything of the data folder that bears one owner's mark another's: a database that was moved keeps its facts.
 * @returns how many folders changed hands
 */
export async function handOver(data_folder: string, from: string, to: string): Promise<number> {
  let count = 0;
  for (const kind of OWNED_KINDS) {
    const names = await readdir(join(data_folder, kind), { recursive: true }).catch(() => []);
    for (const name of names.filter((one) => one.endsWith('.owner'))) {
      const mark = join(data_folder, kind, name);
      if ((await readFile(mark, 'utf8')) !== from) continue;
      await writeFile(mark, to);
      count += 1;
    }
  }
  return count;
}

/** What keeps the data folder from serving, as the screens say it; whoever administers the server mends it. */
const FAULTS = {
  absent: 'Le dossier des données est absent du serveur.',
  other: 'Le dossier des données est celui d’une autre base.',
  full: 'Le disque du dossier des données est plein.',
  unwritable: 'Le dossier des données n’est pas accessible en écriture.',
} as const;
export const DATA_FOLDER_FAULTS: readonly string[] = Object.values(FAULTS);

/** Why the data folder cannot serve at this moment, one of `DATA_FOLDER_FAULTS`; null when it can. */
export async function explainDataFolder(data_folder: string, owner: string): Promise<string | null> {
  const names = await readdir(join(data_folder, 'owners')).catch(() => null);
  if (names === null) return FAULTS.absent;
  if (!names.includes(owner)) return FAULTS.other;
  // Written, not only allowed to be: a disk that turned read-only or full says so here.
  const proof = join(data_folder, 'owners', owner);
  return access(data_folder, constants.W_OK)
    .then(() => writeFile(proof, new Date().toISOString()))
    .then(
      () => null,
      (error: unknown) => (isFullDisk(error) ? FAULTS.full : FAULTS.unwritable),
    );
}
