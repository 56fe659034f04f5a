import type { Db } from '../../../db/database.ts';
import type { RunParameters } from '../../../db/tables/plan-tables.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { conflict, notFound, refused } from '../../../http/errors.ts';
import { isId, newId } from '../../../ids.ts';
import { requireWhole } from '../../../perimeter.ts';
import type { Scope } from '../../../scope.ts';
import { openProject, type ProjectRow, readProject, requireState } from '../../projects/index.ts';
import { adoptScenario, type ScenarioRow } from '../../scenarios/index.ts';
import { takePlace } from './letters.ts';
import type { PlanRules } from './plan-rules.ts';
import { findOptimization, insertOptimization, type OptimizationRow } from './repository.ts';
import { proveShareable } from './together.ts';

type Needs = Pick<Deps, 'database' | 'queue' | 'facts'>;

/** @throws 404 */
export async function readOptimization(db: Db, scope: Scope, id: string): Promise<OptimizationRow> {
  const row = isId(id) ? await findOptimization(db, scope, id) : undefined;
  if (!row) throw notFound('Cette optimisation');
  return row;
}

/** A run whose projects are all whole in the caller's perimeter. @throws 403, 404 */
export async function readOwnOptimization(
  { database: { db }, facts }: Pick<Deps, 'database' | 'facts'>,
  scope: Scope,
  id: string,
): Promise<OptimizationRow> {
  const row = await readOptimization(db, scope, id);
  if (scope.perimeter)
    for (const project_id of row.parameters.projects)
      await requireWhole(facts, await openProject(db, scope, project_id));
  return row;
}

/**
 * Asks for a run of a scenario on projects. What it needs is kept with it: any worker can take it, and it stays what
 * was asked when the scenario changes. @throws 404 for a project that is not the caller's, 409 for a closed one
 */
export async function requestOptimization(
  { database: { db }, queue, facts }: Needs,
  scope: Scope,
  scenario: ScenarioRow,
  {
    projects: project_ids,
    minimum_merit,
  }: { projects: readonly string[]; minimum_merit?: number | null | undefined },
): Promise<OptimizationRow> {
  const optimization_id = newId();
  const constraints: PlanRules = {
    ...scenario.constraints,
    ...(minimum_merit !== undefined && { minimum_merit }),
  };
  for (const id of scope.perimeter ? project_ids : [])
    await requireWhole(facts, await openProject(db, scope, id));
  await inTransaction(db, async (tx) => {
    const rows: ProjectRow[] = [];
    for (const id of new Set(project_ids)) {
      const project = await openProject(tx, scope, id);
      rows.push(await readProject(tx, project, id));
    }
    for (const row of rows) requireState('optimise', row, { named: true, awaits: true });
    proveShareable(rows, constraints);
    const [only, ...others] = project_ids;
    const job_id = await queue.add(tx, scope, {
      kind: 'optimization',
      project_id: others.length === 0 ? (only ?? null) : null,
    });
    await adoptScenario(tx, scope, scenario, project_ids);
    const parameters: RunParameters = {
      projects: [...new Set(project_ids)],
      constraints,
      scope: scenario.scope,
    };
    await insertOptimization(tx, scope, {
      optimization_id,
      job_id,
      scenario_id: scenario.scenario_id,
      name: scenario.name,
      goal: scenario.goal,
      place: await takePlace(tx, scope, scenario.scenario_id, parameters.projects),
      parameters,
    });
  });
  await queue.wake('optimization');
  return readOptimization(db, scope, optimization_id);
}

/** @throws 404, 409 when it has ended */
export async function cancelOptimization(deps: Needs, scope: Scope, id: string): Promise<OptimizationRow> {
  const { database, queue } = deps;
  const row = await readOwnOptimization(deps, scope, id);
  if (!(await queue.cancel(scope, row.job_id))) throw conflict('Cette optimisation est déjà terminée.');
  return readOptimization(database.db, scope, id);
}

/** @throws 409 for a run that has not completed */
export function proveCompleted(runs: readonly OptimizationRow[]): void {
  const pending = runs.find((run) => run.status !== 'completed');
  if (pending) throw conflict(`L’optimisation « ${pending.name} » n’est pas terminée.`);
}

/** @throws 422 for a run that does not cover a project, or that was made for another of its phases */
export function proveCovers(runs: readonly OptimizationRow[], projects: readonly ProjectRow[]): void {
  for (const run of runs) {
    const results = run.result_overview?.projects ?? [];
    for (const { project_id, name } of projects) {
      const own = results.find((result) => result.project_id === project_id);
      if (!own) throw refused(`L’optimisation « ${run.name} » ne porte pas sur ${name}.`);
    }
    for (const project of projects) provePhase(run, project);
  }
}

type Worked = Pick<ProjectRow, 'project_id' | 'name' | 'working_phase'>;

/** Whether a run was made for another phase of a project than the worked one. */
export function isOfOtherPhase(
  run: OptimizationRow,
  { project_id, working_phase }: Omit<Worked, 'name'>,
): boolean {
  const own = (run.result_overview?.projects ?? []).find((result) => result.project_id === project_id);
  return own !== undefined && (own.project_phase ?? null) !== working_phase;
}

/** @throws 422 for such a run */
export function provePhase(run: OptimizationRow, project: Worked): void {
  if (isOfOtherPhase(run, project))
    throw refused(
      `L’optimisation « ${run.name} » porte sur une autre démarque de ${project.name} : relancez-la.`,
    );
}
