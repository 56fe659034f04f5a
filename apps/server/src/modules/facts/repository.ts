import { type ResidualValue, residualValueOf } from '@palier/domain';
import type { DbOrTx } from '../../db/database.ts';
import type { ProjectScope, Scope } from '../../scope.ts';
import { levelsOf } from '../discounts/index.ts';

/** Published version of the organisation's warehouse; 0 before the first import. */
export async function warehouseVersion(db: DbOrTx, scope: Scope): Promise<number> {
  const row = await db
    .selectFrom('organization')
    .select('warehouse_version')
    .where('organization_id', '=', scope.organization_id)
    .executeTakeFirst();
  return row?.warehouse_version ?? 0;
}

interface ProjectVersions {
  version: number;
  snapshot_version: number;
  has_optimizations: boolean;
  residual_value: ResidualValue;
  /** The discounts that the project offers, in points. */
  levels: readonly number[];
}

/** Versions of a project's decisions and snapshot, and what its lines follow: one small read before each query. */
export async function projectVersions(
  db: DbOrTx,
  project: ProjectScope,
): Promise<ProjectVersions | undefined> {
  const row = await db
    .selectFrom('project')
    .innerJoin('organization', 'organization.organization_id', 'project.organization_id')
    .select(['version', 'snapshot_version', 'has_optimizations', 'project.residual_value', 'settings'])
    .select(['discount_pct_range', 'discount_step'])
    .where('project.project_id', '=', project.project_id)
    .where('project.organization_id', '=', project.organization_id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { settings, residual_value, discount_pct_range, discount_step, ...versions } = row;
  return {
    ...versions,
    residual_value: residualValueOf(residual_value, settings.residual_value),
    levels: levelsOf({ discount_pct_range, discount_step }),
  };
}
