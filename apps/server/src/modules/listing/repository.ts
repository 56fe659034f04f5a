import type { ActivityKind } from '@palier/contract';
import { sql } from 'kysely';
import type { DbOrTx } from '../../db/database.ts';
import type { ProjectScope } from '../../scope.ts';
import { touchedLines } from '../activities/index.ts';

export interface LineOptimizationRow {
  discount_id: string;
  optimization_id: string;
  project_phase: number | null;
  goal: string;
  discount_pct: number;
  discount_pct_input: number | null;
  sales_qty_forecast: number | null;
  is_optimal: boolean;
}

export interface ClosedPhase {
  discount_id: string;
  project_phase: number;
  activity_id: string;
  created_at: Date;
  user_name: string;
  /** The values of the line when the phase was validated. */
  applied_discount_rule_ids: string[] | null;
  discount_pct_update_description: string | null;
}

/** The phases validated so far, for given lines, with what framed each line then. */
export async function closedPhases(
  db: DbOrTx,
  project: ProjectScope,
  ids: readonly string[],
): Promise<Map<string, ClosedPhase[]>> {
  const { rows } = await sql<ClosedPhase>`
    select l.discount_id, (a.details ->> 'phase')::int as project_phase, a.activity_id, a.created_at, a.user_name,
      l.old_values -> 'applied_discount_rule_ids' as applied_discount_rule_ids,
      l.old_values ->> 'discount_pct_update_description' as discount_pct_update_description
    from ${touchedLines(project, { ids })} l
    join activity a on a.project_id = l.project_id and a.activity_id = l.activity_id
    where a.project_id = ${project.project_id}
      and a.kind = 'phase' and l.discount_id = any(${[...ids]}::uuid[])`.execute(db);
  const lines = new Map<string, ClosedPhase[]>();
  for (const row of rows) lines.set(row.discount_id, [...(lines.get(row.discount_id) ?? []), row]);
  return lines;
}

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

/** The act that a discount chosen by hand comes from: a person's, or that of rules which brought it inside their bounds. */
export interface LineChoice {
  user_name: string;
  kind: ActivityKind;
}

/** The act, among those that stand, that gave a line its discount chosen by hand. */
export async function lineChoice(
  db: DbOrTx,
  project: ProjectScope,
  { discount_id, discount_pct_user }: { discount_id: string; discount_pct_user: number },
): Promise<LineChoice | null> {
  const { rows } = await sql<LineChoice>`
    select a.user_name, a.kind
    from ${touchedLines(project, { ids: [discount_id] })} l
    join activity a on a.project_id = l.project_id and a.activity_id = l.activity_id
    where a.project_id = ${project.project_id} and l.discount_id = ${discount_id}::uuid
      and a.undone_by is null and a.kind not in ('undo', 'phase', 'reopening')
      and (l.new_values ->> 'discount_pct_user')::int = ${discount_pct_user}
    order by a.version desc limit 1`.execute(db);
  return rows[0] ?? null;
}
