import type { DbOrTx } from '../../db/database.ts';
import type { ProjectScope, Scope } from '../../scope.ts';

/** Published version of the organisation's warehouse; 0 before the first import. */
export async function warehouseVersion(db: DbOrTx, scope: Scope): Promise<number> {
  const row = await db
    .selectFrom('organization')
    .select('warehouse_version')
    .where('organization_id', '=', scope.organization_id)
    .executeTakeFirst();
  return row?.warehouse_version ?? 0;
}

/** Versions of a project's decisions and snapshot, and what its lines follow: one small read before each query. */
export async function projectVersions(
  db: DbOrTx,
  project: ProjectScope,
): Promise<{ version: number; snapshot_version: number; has_optimizations: boolean } | undefined> {
  return db
    .selectFrom('project')
    .select(['version', 'snapshot_version', 'has_optimizations'])
    .where('project_id', '=', project.project_id)
    .where('organization_id', '=', project.organization_id)
    .executeTakeFirst();
}
