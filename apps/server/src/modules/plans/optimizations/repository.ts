import { type Selectable, sql } from 'kysely';
import { playedTime } from '../../../clock.ts';
import type { DbOrTx, Tx } from '../../../db/database.ts';
import type { JobTable } from '../../../db/tables/organization-tables.ts';
import type { OptimizationTable, RunParameters } from '../../../db/tables/plan-tables.ts';
import type { ProjectScope, Scope } from '../../../scope.ts';

export type OptimizationRow = Selectable<OptimizationTable> &
  Pick<
    Selectable<JobTable>,
    'status' | 'stage' | 'progress' | 'error' | 'created_by' | 'started_at' | 'finished_at'
  >;

export interface PlannedLine {
  discount_id: string;
  discount_pct: number;
  discount_pct_input: number | null;
  next_discount_pcts: number[];
  sales_qty_forecast: number | null;
  is_optimal: boolean;
}

/** Rows sent to the database in one statement, so that other requests come in between. */
const BATCH = 5000;

function optimizations(db: DbOrTx, scope: Scope) {
  return db
    .selectFrom('optimization as o')
    .innerJoin('job as j', (join) =>
      join.onRef('j.organization_id', '=', 'o.organization_id').onRef('j.job_id', '=', 'o.job_id'),
    )
    .selectAll('o')
    .select(['j.status', 'j.stage', 'j.progress', 'j.error', 'j.created_by', 'j.started_at', 'j.finished_at'])
    .where('o.organization_id', '=', scope.organization_id);
}

export async function findOptimization(
  db: DbOrTx,
  scope: Scope,
  id: string,
): Promise<OptimizationRow | undefined> {
  return optimizations(db, scope).where('o.optimization_id', '=', id).executeTakeFirst();
}

export async function findOptimizationOfJob(
  db: DbOrTx,
  scope: Scope,
  job_id: string,
): Promise<OptimizationRow | undefined> {
  return optimizations(db, scope).where('o.job_id', '=', job_id).executeTakeFirst();
}

/**
 * The latest run of each scenario on a project, and before it the latest that ended with a result: a run that waits or
 * was cancelled does not hide what is known. The most recent first.
 */
export async function latestOptimizations(db: DbOrTx, project: ProjectScope): Promise<OptimizationRow[]> {
  const rows = await optimizations(db, project)
    .where(sql<boolean>`o.parameters -> 'projects' ? ${project.project_id}`)
    .orderBy('o.optimization_id', 'desc')
    .limit(500)
    .execute();
  const seen = new Set<string>();
  const withResult = new Set<string>();
  return rows.filter((row) => {
    const key = row.scenario_id ?? row.goal;
    const isLatest = !seen.has(key);
    const isResult = row.status === 'completed' && !withResult.has(key);
    seen.add(key);
    if (isResult) withResult.add(key);
    return isLatest || isResult;
  });
}

export async function insertOptimization(
  tx: Tx,
  scope: Scope,
  row: {
    optimization_id: string;
    job_id: string;
    scenario_id: string | null;
    name: string;
    goal: OptimizationRow['goal'];
    place: number;
    parameters: RunParameters;
  },
): Promise<void> {
  await tx
    .insertInto('optimization')
    .values({
      ...row,
      organization_id: scope.organization_id,
      parameters: JSON.stringify(row.parameters),
      created_at: playedTime(),
    })
    .execute();
}

export async function saveResult(
  db: DbOrTx,
  scope: Scope,
  optimization_id: string,
  overview: NonNullable<OptimizationRow['result_overview']>,
): Promise<void> {
  await db
    .updateTable('optimization')
    .set({ result_overview: JSON.stringify(overview) })
    .where('organization_id', '=', scope.organization_id)
    .where('optimization_id', '=', optimization_id)
    .execute();
}

/** Replaces what a run gives in a project: a run that was taken over starts again. */
export async function saveProjectResult(
  tx: Tx,
  project: ProjectScope,
  result: {
    optimization_id: string;
    project_phase: number | null;
    objective_value: number;
    gap: number;
    overview: unknown;
  },
  lines: readonly PlannedLine[],
): Promise<void> {
  const { optimization_id, overview, ...values } = result;
  await tx
    .deleteFrom('optimization_project')
    .where('project_id', '=', project.project_id)
    .where('optimization_id', '=', optimization_id)
    .execute();
  await tx
    .insertInto('optimization_project')
    .values({
      project_id: project.project_id,
      optimization_id,
      ...values,
      overview: JSON.stringify(overview),
    })
    .execute();
  for (let at = 0; at < lines.length; at += BATCH) {
    await sql`
      insert into optimization_line (project_id, optimization_id, discount_id, discount_pct, discount_pct_input,
        next_discount_pcts, sales_qty_forecast, is_optimal)
      select ${project.project_id}::uuid, ${optimization_id}::uuid, l.*
      from jsonb_to_recordset(${JSON.stringify(lines.slice(at, at + BATCH))}::jsonb) as l(discount_id uuid,
        discount_pct integer, discount_pct_input integer, next_discount_pcts integer[],
        sales_qty_forecast double precision, is_optimal boolean)`.execute(tx);
  }
}

/** Lines that one statement reads: the embedded database keeps everybody waiting for it. */
const LINES_AT_ONCE = 5000;

/** The lines of a run that has completed, in the order of their ids: they do not change any more. */
export async function plannedLines(
  db: DbOrTx,
  project: ProjectScope,
  optimization_id: string,
): Promise<PlannedLine[]> {
  const lines: PlannedLine[] = [];
  for (let after: string | undefined; ; after = lines.at(-1)?.discount_id) {
    const batch = await db
      .selectFrom('optimization_line')
      .select(PLANNED_COLUMNS)
      .where('project_id', '=', project.project_id)
      .where('optimization_id', '=', optimization_id)
      .$if(after !== undefined, (some) => some.where('discount_id', '>', after ?? ''))
      .orderBy('discount_id')
      .limit(LINES_AT_ONCE)
      .execute();
    for (const line of batch) lines.push(line);
    if (batch.length < LINES_AT_ONCE) return lines;
  }
}

const PLANNED_COLUMNS = [
  'discount_id',
  'discount_pct',
  'discount_pct_input',
  'next_discount_pcts',
  'sales_qty_forecast',
  'is_optimal',
] as const;

/** A run that ended with a plan for a project. */
export interface EndedRun {
  optimization_id: string;
  /** Its scenario, or the goal that it was run for. */
  goal: string;
  name: string;
}

/** The runs that planned a phase of a project from the facts that it has now. */
export async function endedRuns(
  db: DbOrTx,
  project: ProjectScope,
  project_phase: number,
): Promise<EndedRun[]> {
  const planned = await db
    .selectFrom('optimization_project')
    .select('optimization_id')
    .where('project_id', '=', project.project_id)
    .where('project_phase', '=', project_phase)
    .execute();
  const ids = planned.map(({ optimization_id }) => optimization_id);
  // Two questions: projects' tables may be on other machines than these.
  const { rows } = await sql<EndedRun>`
    select o.optimization_id, coalesce(o.scenario_id::text, o.goal) as goal, o.name
    from optimization o join job j on j.organization_id = o.organization_id and j.job_id = o.job_id
    where o.optimization_id = any(${ids}::uuid[])
      and o.organization_id = ${project.organization_id} and o.result_overview is not null
      and not exists (select from job s where s.organization_id = ${project.organization_id}
        and s.project_id = ${project.project_id} and s.kind = 'snapshot' and s.status = 'completed' and s.job_id > j.job_id)
    order by o.optimization_id`.execute(db);
  return rows;
}
