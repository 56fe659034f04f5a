import type { DbOrTx, Tx } from '../../../db/database.ts';
import type { Scope } from '../../../scope.ts';

/** Names given to groups, by their id. */
export async function groupNames(db: DbOrTx, scope: Scope): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('project_group')
    .select(['project_group_id', 'name'])
    .where('organization_id', '=', scope.organization_id)
    .execute();
  return new Map(rows.map(({ project_group_id, name }) => [project_group_id, name]));
}

export async function nameGroup(tx: Tx, scope: Scope, project_group_id: string, name: string): Promise<void> {
  const { organization_id, user_id: created_by } = scope;
  await tx
    .insertInto('project_group')
    .values({ organization_id, project_group_id, name, created_by })
    .onConflict((conflict) => conflict.columns(['organization_id', 'project_group_id']).doUpdateSet({ name }))
    .execute();
}

/** Forgets the name of a group that no project is in. */
export async function dropEmptyGroup(tx: Tx, scope: Scope, project_group_id: string): Promise<void> {
  // Read first, then deleted: on a distributed database a table of the organisation is not written by reading projects.
  const used = await tx
    .selectFrom('project')
    .select('project_id')
    .where('organization_id', '=', scope.organization_id)
    .where('project_group_id', '=', project_group_id)
    .limit(1)
    .executeTakeFirst();
  if (used) return;
  await tx
    .deleteFrom('project_group')
    .where('organization_id', '=', scope.organization_id)
    .where('project_group_id', '=', project_group_id)
    .execute();
}
