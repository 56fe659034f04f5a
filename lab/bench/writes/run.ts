import type { Database } from '../../../apps/server/src/db/database.ts';
import { newId } from '../../../apps/server/src/ids.ts';
import { sendToListing } from '../../../apps/server/src/modules/plans/optimizations/sending.ts';
import type { ProjectScope } from '../../../apps/server/src/scope.ts';

/** A run that has ended with a plan for every line of a project: one discount of three, then another. */
export async function makeRun({ executeSql }: Database, project: ProjectScope): Promise<string> {
  const [optimization_id, job_id] = [newId(), newId()];
  await executeSql(
    `insert into job (organization_id, job_id, kind, status, created_by)
     values ($1, $2, 'optimization', 'completed', 'bench')`,
    [project.organization_id, job_id],
  );
  await executeSql(
    `insert into optimization (organization_id, optimization_id, job_id, name, goal, result_overview)
     values ($1, $2, $3, 'Banc', 'margin', '{}')`,
    [project.organization_id, optimization_id, job_id],
  );
  await executeSql(
    'insert into optimization_project (project_id, optimization_id, project_phase) values ($1, $2, 0)',
    [project.project_id, optimization_id],
  );
  await executeSql(
    `insert into optimization_line (project_id, optimization_id, discount_id, discount_pct, next_discount_pcts, is_optimal)
     select project_id, $2, discount_id, (array[20, 30, 40])[1 + substr(item_group_id, 2)::int % 3], '{50}', true
     from discount where project_id = $1`,
    [project.project_id, optimization_id],
  );
  return optimization_id;
}

/** Sends a run to the listing of its project, which nobody sees in part. */
export async function sendRun(database: Database, project: ProjectScope, run: string): Promise<string> {
  const events = { publish: async () => {}, subscribe: () => () => {} };
  const facts = { use: async () => null };
  const [receipt] = await sendToListing({ database, events, facts }, project, {
    optimization_ids: [run],
    project_ids: [project.project_id],
    remove_unspecified: true,
  });
  return receipt?.activity_id ?? '';
}
