import { type Selectable, sql } from 'kysely';
import { playedTime } from '../../../clock.ts';
import type { DbOrTx, Tx } from '../../../db/database.ts';
import type { VersionDetails, WarehouseVersionTable } from '../../../db/tables/warehouse-tables.ts';
import type { Scope } from '../../../scope.ts';

export type VersionRow = Selectable<WarehouseVersionTable>;

export interface NewVersion {
  version: number;
  published_by: string;
  import_id: string | null;
  restored_from: number | null;
  details: VersionDetails;
}

/** Makes a version of the warehouse the served one; false when another was published meanwhile. */
export async function moveWarehouse(
  tx: Tx,
  scope: Scope,
  previous: number,
  version: number,
): Promise<boolean> {
  const row = await tx
    .updateTable('organization')
    .set({ warehouse_version: version })
    .where('organization_id', '=', scope.organization_id)
    .where(sql<boolean>`warehouse_version = ${previous}`)
    .returning('organization_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertVersion(tx: Tx, scope: Scope, version: NewVersion): Promise<void> {
  await tx
    .insertInto('warehouse_version')
    .values({
      ...version,
      organization_id: scope.organization_id,
      details: JSON.stringify(version.details),
      published_at: playedTime(),
    })
    .execute();
}

const MAX_VERSIONS = 200;

/** The versions that were served, the latest first. */
export async function listVersions(db: DbOrTx, scope: Scope): Promise<VersionRow[]> {
  return db
    .selectFrom('warehouse_version')
    .selectAll()
    .where('organization_id', '=', scope.organization_id)
    .orderBy('version', 'desc')
    .limit(MAX_VERSIONS)
    .execute();
}
