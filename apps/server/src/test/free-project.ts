import type { Database } from '../db/database.ts';
import { newId } from '../ids.ts';

interface FreeProject {
  /** As it is shown, « Operation/Project ». */
  name: string;
  lines: number;
  working_phase: number;
  range?: readonly number[];
}

/** A project without data, whose lines take any discount of its range; the ids of both. */
export async function makeFreeProject(
  database: Database,
  { name, lines, working_phase, range = [20, 30, 40] }: FreeProject,
): Promise<{ project_id: string; ids: string[] }> {
  const project_id = newId();
  const ids = Array.from({ length: lines }, () => newId());
  await database.executeSql(
    `insert into project (project_id, organization_id, name, end_date, discount_pct_range, created_by, working_phase)
     values ($1, 'org_maison_brume', $2, '2099-01-01', $3, 'test', $4)`,
    [project_id, name, JSON.stringify(range), working_phase],
  );
  await database.executeSql(
    `insert into discount (project_id, discount_id, item_group_id, version)
     select $1, id, 'g' || n, 0 from unnest($2::uuid[]) with ordinality as l(id, n)`,
    [project_id, ids],
  );
  return { project_id, ids };
}
