import { type Config, StartError } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import type { FactFolders } from './fact-folders.ts';
import { openLocalFolders } from './local.ts';
import { guarded } from './object-store.ts';
import { claimDataFolder } from './owner.ts';
import { warehousePath } from './paths.ts';
import { openRemoteFolders } from './remote.ts';

type Needs = Pick<
  Config,
  'data_folder' | 'accept_new_data' | 'facts_store' | 'facts_cache_mb' | 'environment'
>;

/** The facts where the settings say that they are. @throws StartError when the database expects some and there are none */
export async function openFolders(
  config: Needs,
  database: Pick<Database, 'db'>,
  data_owner: string,
): Promise<FactFolders> {
  await claimDataFolder(config, database, data_owner);
  if (config.facts_store === null) return openLocalFolders(config.data_folder);
  const { openS3 } = await import('./s3-store.ts');
  const { data_folder, facts_cache_mb, facts_store, environment } = config;
  const store = guarded(await openS3(facts_store, environment));
  const folders = await openRemoteFolders(store, { data_folder, cache_bytes: facts_cache_mb * 1e6 });
  try {
    await requireFacts(folders, config, database);
    return folders;
  } catch (error) {
    await folders.close();
    throw error;
  }
}

/** @throws StartError when the store does not answer, or has none of the data that the database names */
async function requireFacts(
  folders: FactFolders,
  { accept_new_data, facts_store }: Needs,
  { db }: Pick<Database, 'db'>,
): Promise<void> {
  const imported = await db
    .selectFrom('organization')
    .select(['organization_id', 'warehouse_version'])
    .where('warehouse_version', '>', 0)
    .execute();
  const found = await Promise.all(
    imported.map(({ organization_id, warehouse_version }) =>
      folders.has(warehousePath(organization_id, warehouse_version)),
    ),
  ).catch((cause: unknown) => {
    throw new StartError(
      `Le stockage des données ${facts_store} ne répond pas : vérifiez son adresse, son réseau et ses clés.`,
      { cause },
    );
  });
  if (imported.length > 0 && !found.includes(true) && !accept_new_data)
    throw new StartError(
      `Le stockage ${facts_store} n’a aucune des données que la base attend : réglez PALIER_FACTS, ou acceptez d’en commencer un autre avec PALIER_NEW_DATA=oui (il faudra importer à nouveau).`,
    );
}
