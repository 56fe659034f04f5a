import type { WarehouseManifest } from '@palier/analytics';
import type { WarehouseVersion } from '@palier/contract';
import { knownTotal } from '@palier/domain';
import type { DbOrTx } from '../../../db/database.ts';
import type { ReplacedControl } from '../../../db/tables/warehouse-tables.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError, conflict, notFound } from '../../../http/errors.ts';
import type { Scope } from '../../../scope.ts';
import { warehouseVersion } from '../../facts/index.ts';
import { explainDataFolder, reserveVersion, warehousePath } from '../../folders/index.ts';
import { lockOrganization, userNames } from '../../organizations/index.ts';
import { listProjects } from '../../projects/index.ts';
import { putControlsBack, replacedTogether } from '../controls/replaced.ts';
import { copyVersionTo } from './copy.ts';
import { publishVersion } from './publish.ts';
import { listVersions, type VersionRow } from './repository.ts';

/** Beside the tables of a version, what they say. */
const MANIFEST = 'manifest.json';

type Needs = Pick<Deps, 'config' | 'data_owner' | 'database' | 'folders' | 'queue'>;

interface Kept {
  row: VersionRow;
  manifest: WarehouseManifest;
}

function present(
  { row, manifest }: Kept,
  current: number,
  names: ReadonlyMap<string, string>,
): WarehouseVersion {
  const { totals, data_date, currency, files } = manifest;
  const { item_group_count, item_count, place_count, last_sale_date } = totals;
  const price_count = files.find(({ kind }) => kind === 'price')?.rows ?? 0;
  const { mode = null, files: sources = [], rows_rejected = null } = row.details;
  return {
    version: row.version,
    published_at: row.published_at.toISOString(),
    published_by: names.get(row.published_by) ?? 'Palier',
    is_current: row.version === current,
    import_id: row.import_id,
    restored_from: row.restored_from,
    ...{ mode, files: sources, rows_rejected, currency },
    figures: {
      sale_amount: knownTotal(totals, 'sale_amount'),
      sale_quantity: knownTotal(totals, 'sale_quantity'),
      stock_quantity: knownTotal(totals, 'stock_quantity'),
      order_quantity: knownTotal(totals, 'order_quantity'),
      ...{ item_group_count, item_count, place_count, price_count, last_sale_date, data_date },
    },
  };
}

/** The versions of the organisation's data that are still whole on the disk, the latest first. */
export async function readVersions(
  { database: { db }, folders }: Pick<Deps, 'database' | 'folders'>,
  scope: Scope,
): Promise<WarehouseVersion[]> {
  const current = await warehouseVersion(db, scope);
  const names = await userNames(db, scope);
  const kept = await Promise.all((await listVersions(db, scope)).map((row) => readKept(folders, row)));
  return kept.flatMap((one) => (one ? [present(one, current, names)] : []));
}

async function readKept(folders: Deps['folders'], row: VersionRow): Promise<Kept | null> {
  const path = warehousePath(row.organization_id, row.version);
  const text = (await folders.has(path)) ? await folders.read(path, MANIFEST) : null;
  return text === null ? null : { row, manifest: JSON.parse(text) as WarehouseManifest };
}

interface Difference {
  version: WarehouseVersion;
  current: WarehouseVersion;
  projects: { _id: string; name: string }[];
  /** Totals of the till that would be put back as they were. */
  control_count: number;
}

/** What going back to a version would change. @throws 404 when it is not kept any more */
export async function compareVersion(deps: Needs, scope: Scope, wanted: number): Promise<Difference> {
  const versions = await readVersions(deps, scope);
  const version = versions.find((one) => one.version === wanted);
  const current = versions.find(({ is_current }) => is_current);
  if (!version || !current) throw notFound('Cette version des données');
  const rows = await listProjects(deps.database.db, scope);
  const projects = rows.map(({ project_id, name }) => ({ _id: project_id, name }));
  const control_count = (await replacedSince(deps.database.db, scope, wanted)).length;
  return { version, current, projects, control_count };
}

/** The till's totals that the versions after one replaced. */
async function replacedSince(db: DbOrTx, scope: Scope, version: number): Promise<ReplacedControl[]> {
  const later = (await listVersions(db, scope)).filter((row) => row.version > version);
  return replacedTogether(later.map(({ details }) => details.replaced_controls ?? []));
}

/**
 * Serves the files of an earlier version again, as a new version; projects get new snapshots. What was signed and sent
 * stays as it was, and the till's totals are those of that version. @throws 404 when it is not kept any more, 409 when it is in place or another one was published
 */
export async function restoreVersion(deps: Needs, scope: Scope, wanted: number): Promise<WarehouseVersion> {
  const { db } = deps.database;
  const fault = await explainDataFolder(deps.config.data_folder, deps.data_owner);
  if (fault) throw new ApiError('unavailable', fault);
  const { version: from, current } = await compareVersion(deps, scope, wanted);
  if (from.is_current) throw conflict('Cette version est déjà en place.');
  const version = await reserveVersion(deps, scope, warehousePath(scope.organization_id), current.version);
  await copyVersionTo(deps.folders, scope, from.version, version);
  await inTransaction(db, async (tx) => {
    // Before the till's totals, as imports take it.
    await lockOrganization(tx, scope);
    const replaced = await putControlsBack(tx, scope, await replacedSince(tx, scope, from.version));
    const published = await publishVersion(deps, tx, scope, {
      ...{ previous: current.version, version },
      ...{ published_by: scope.user_id, import_id: null, restored_from: from.version },
      details: { currency: from.currency, ...(replaced.length > 0 && { replaced_controls: replaced }) },
    });
    if (!published) throw conflict('Les données viennent de changer : regardez à nouveau la différence.');
  });
  await deps.queue.wake('snapshot');
  const restored = (await readVersions(deps, scope)).find((one) => one.version === version);
  if (!restored) throw new Error('the restored version is not whole');
  return restored;
}
