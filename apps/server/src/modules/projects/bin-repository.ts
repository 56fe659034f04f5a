import type { Db, DbOrTx, Tx } from '../../db/database.ts';
import { type ProjectScope, proveProject, type Scope, systemScope } from '../../scope.ts';
import { PROJECT_COLUMNS, type ProjectRow } from './repository.ts';

export interface BinnedRow {
  project_id: string;
  name: string;
  deleted_at: Date | null;
  deleted_by: string | null;
}

/** The organisation's deleted projects, the last first. */
export async function listBinned(db: DbOrTx, scope: Scope): Promise<BinnedRow[]> {
  return db
    .selectFrom('project')
    .select(['project_id', 'name', 'deleted_at', 'deleted_by'])
    .where('organization_id', '=', scope.organization_id)
    .where('deleted_at', 'is not', null)
    .orderBy('deleted_at', 'desc')
    .execute();
}

/** A deleted project of the organisation, and the key to its tables. */
export async function findBinned(
  tx: Tx,
  scope: Scope,
  project_id: string,
): Promise<{ project: ProjectScope; row: ProjectRow } | null> {
  const row = await tx
    .selectFrom('project')
    .select(PROJECT_COLUMNS)
    .where('project_id', '=', project_id)
    .where('organization_id', '=', scope.organization_id)
    .where('deleted_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  return row ? { project: proveProject(scope, project_id), row } : null;
}

/** Every project deleted before a moment, of every organisation: for the upkeep alone. */
export async function expiredProjects(db: Db, before: Date): Promise<ProjectScope[]> {
  const rows = await db
    .selectFrom('project')
    .select(['organization_id', 'project_id'])
    .where('deleted_at', '<', before)
    .execute();
  return rows.map((row) => proveProject(systemScope(row.organization_id), row.project_id));
}

/**
 * Deletes the project and, by its keys, all that belongs to it; lines of activities and of versions have none, as they are many.
 * @returns false, and nothing is deleted, when it was brought back meanwhile
 */
export async function deleteForGood(tx: Tx, project: ProjectScope, before: Date): Promise<boolean> {
  const gone = await tx
    .deleteFrom('project')
    .where('project_id', '=', project.project_id)
    .where('organization_id', '=', project.organization_id)
    .where('deleted_at', '<', before)
    .executeTakeFirst();
  if (gone.numDeletedRows === 0n) return false;
  for (const table of ['activity_line', 'activity_part', 'discount_change'] as const)
    await tx.deleteFrom(table).where('project_id', '=', project.project_id).execute();
  await tx
    .deleteFrom('news')
    .where('organization_id', '=', project.organization_id)
    .where('project_id', '=', project.project_id)
    .execute();
  return true;
}
