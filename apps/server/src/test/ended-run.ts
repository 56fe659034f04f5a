import type { Database } from '../db/database.ts';
import { newId } from '../ids.ts';
import type { ProjectScope } from '../scope.ts';

/** A run that has ended with a plan for every line of a project, whose line n is of product gn: 20, 30 or 40 %, then `next`. */
export async function makeEndedRun(
  { executeSql }: Database,
  project: ProjectScope,
  { name, phase, next }: { name: string; phase: number; next: number },
): Promise<string> {
  const [optimization_id, job_id] = [newId(), newId()];
  await executeSql(
    `insert into job (organization_id, job_id, kind, status, created_by)
     values ($1, $2, 'optimization', 'completed', 'test')`,
    [project.organization_id, job_id],
  );
  await executeSql(
    `insert into optimization (organization_id, optimization_id, job_id, name, goal, result_overview)
     values ($1, $2, $3, $4, 'margin', '{}')`,
    [project.organization_id, optimization_id, job_id, name],
  );
  await executeSql(
    'insert into optimization_project (project_id, optimization_id, project_phase) values ($1, $2, $3)',
    [project.project_id, optimization_id, phase],
  );
  await executeSql(
    `insert into optimization_line (project_id, optimization_id, discount_id, discount_pct, next_discount_pcts, is_optimal)
     select project_id, $2, discount_id, (array[20, 30, 40])[1 + substr(item_group_id, 2)::int % 3], array[$3::int], true
     from discount where project_id = $1`,
    [project.project_id, optimization_id, next],
  );
  return optimization_id;
}
