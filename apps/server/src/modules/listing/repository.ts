import { sql } from 'kysely';
import type { DbOrTx } from '../../db/database.ts';
import type { ProjectScope } from '../../scope.ts';

export type LineOptimizationRow = {
  discount_id: string;
  optimization_id: string;
  project_phase: number | null;
  goal: string;
  discount_pct: number;
  discount_pct_input: number | null;
  sales_qty_forecast: number | null;
  is_optimal: boolean;
};

/** Runs of the optimiser that were sent to the listing, for given lines. */
export async function lineOptimizations(
  db: DbOrTx,
  project: ProjectScope,
  ids: readonly string[],
): Promise<Map<string, LineOptimizationRow[]>> {
  const { rows } = await sql<LineOptimizationRow>`
    select l.discount_id, l.optimization_id, p.project_phase, p.overview ->> 'goal' as goal, l.discount_pct,
      l.discount_pct_input, l.sales_qty_forecast, l.is_optimal
    from optimization_line l
    join optimization_project p on p.project_id = l.project_id and p.optimization_id = l.optimization_id
    where l.project_id = ${project.project_id} and p.project_id = ${project.project_id}
      and p.in_listing and l.discount_id = any(${[...ids]}::uuid[])
    order by l.optimization_id desc`.execute(db);
  const lines = new Map<string, LineOptimizationRow[]>();
  for (const row of rows) lines.set(row.discount_id, [...(lines.get(row.discount_id) ?? []), row]);
  return lines;
}
