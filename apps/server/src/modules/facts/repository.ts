import type { DbOrTx } from '../../db/database.ts';
import type { Scope } from '../../scope.ts';

/** Published version of the organisation's warehouse; 0 before the first import. */
export async function warehouseVersion(db: DbOrTx, scope: Scope): Promise<number> {
  const row = await db
    .selectFrom('organization')
    .select('warehouse_version')
    .where('organization_id', '=', scope.organization_id)
    .executeTakeFirst();
  return row?.warehouse_version ?? 0;
}
