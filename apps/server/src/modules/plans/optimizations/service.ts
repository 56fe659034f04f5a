import type { Db, Tx } from '../../../db/database.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError, conflict, notFound } from '../../../http/errors.ts';
import { isId, newId } from '../../../ids.ts';
import type { ProjectScope, Scope } from '../../../scope.ts';
import {
  type DecisionWrite,
  findLines,
  type LineChanges,
  publishWritten,
  withOptimal,
  writeLines,
} from '../../discounts/index.ts';
import {
  openProject,
  type ProjectRow,
  readProject,
  takeVersion,
  updateProject,
} from '../../projects/index.ts';
import type { ScenarioRow } from '../../scenarios/index.ts';
import type { PlanRules } from './problem.ts';
import {
  findOptimization,
  insertOptimization,
  listedRuns,
  type OptimizationRow,
  type PlannedLine,
  plannedLines,
  showInListing,
} from './repository.ts';
import { proveShareable } from './together.ts';

type Needs = Pick<Deps, 'database' | 'queue' | 'events'>;

/** What a run needs to know, kept with it so that any worker can take it. */
export interface RunParameters {
  projects: string[];
  constraints: unknown;
  scope: unknown;
}

/** @throws 404 */
export async function readOptimization(db: Db, scope: Scope, id: string): Promise<OptimizationRow> {
  const row = isId(id) ? await findOptimization(db, scope, id) : undefined;
  if (!row) throw notFound('Cette optimisation');
  return row;
}

/** Asks for a run of a scenario on projects. @throws 404 for a project that is not the caller's */
export async function requestOptimization(
  { database: { db }, queue }: Needs,
  scope: Scope,
  scenario: ScenarioRow,
  project_ids: readonly string[],
): Promise<OptimizationRow> {
  const optimization_id = newId();
  await inTransaction(db, async (tx) => {
    const rows: ProjectRow[] = [];
    for (const id of new Set(project_ids)) {
      const project = await openProject(tx, scope, id);
      rows.push(await readProject(tx, project, id));
    }
    proveShareable(rows, (scenario.constraints ?? {}) as PlanRules);
    const [only, ...others] = project_ids;
    const job_id = await queue.add(tx, scope, {
      kind: 'optimization',
      project_id: others.length === 0 ? (only ?? null) : null,
    });
    const parameters: RunParameters = {
      projects: [...new Set(project_ids)],
      constraints: scenario.constraints,
      scope: scenario.scope,
    };
    await insertOptimization(tx, scope, {
      optimization_id,
      job_id,
      scenario_id: scenario.scenario_id,
      name: scenario.name,
      goal: scenario.goal,
      parameters,
    });
  });
  await queue.wake('optimization');
  return readOptimization(db, scope, optimization_id);
}

/** @throws 404, 409 when it has ended */
export async function cancelOptimization(
  { database: { db }, queue }: Needs,
  scope: Scope,
  id: string,
): Promise<OptimizationRow> {
  const row = await readOptimization(db, scope, id);
  if (!(await queue.cancel(scope, row.job_id))) throw conflict('Cette optimisation est déjà terminée.');
  return readOptimization(db, scope, id);
}

export interface Sending {
  optimization_ids: string[];
  project_ids: string[];
  remove_unspecified: boolean;
  /** Lines that take another of the runs than the last one. */
  choices?: Record<string, string>;
}

/** @throws 409 for a run that has not completed */
export function proveCompleted(runs: readonly OptimizationRow[]): void {
  const pending = runs.find((run) => run.status !== 'completed');
  if (pending) throw conflict(`L’optimisation « ${pending.name} » n’est pas terminée.`);
}

/**
 * Applies completed runs to the lines of projects: the last one named decides the automatic discounts, but where a
 * line was given another; all of them show on the lines. One activity for each project, which can be undone.
 * @throws 404, 409 for a run that has not completed
 */
export async function sendToListing(
  deps: Needs,
  scope: Scope,
  { optimization_ids, project_ids, remove_unspecified, choices = {} }: Sending,
) {
  const { db } = deps.database;
  const runs: OptimizationRow[] = [];
  for (const id of optimization_ids) runs.push(await readOptimization(db, scope, id));
  proveCompleted(runs);
  const stray = Object.values(choices).find((id) => !optimization_ids.includes(id));
  if (stray) throw new ApiError('refused', 'Un choix porte sur une optimisation qui n’est pas envoyée.');
  const receipts = [];
  for (const id of project_ids) {
    const project = await openProject(db, scope, id);
    receipts.push({
      project_id: id,
      ...(await applyRuns(deps, project, runs, { remove_unspecified, choices })),
    });
  }
  return receipts;
}

async function applyRuns(
  { database, events }: Needs,
  project: ProjectScope,
  runs: readonly OptimizationRow[],
  { remove_unspecified, choices }: { remove_unspecified: boolean; choices: Record<string, string> },
) {
  const written = await inTransaction(database.db, async (tx) => {
    const { version, has_optimizations } = await takeVersion(tx, project);
    const planned = new Map<string, { line: PlannedLine; goal: string }>();
    for (const run of runs) {
      const goal = run.scenario_id ?? run.goal;
      for (const line of await plannedLines(tx, project, run.optimization_id)) {
        const wanted = choices[line.discount_id];
        if (wanted === undefined || wanted === run.optimization_id)
          planned.set(line.discount_id, { line, goal });
      }
    }
    if (planned.size === 0) throw new ApiError('refused', 'Ces optimisations ne portent pas sur ce projet.');
    const listed_before = await listedRuns(tx, project);
    await showInListing(
      tx,
      project,
      runs.map((run) => run.optimization_id),
      remove_unspecified,
    );
    await updateProject(tx, project, { has_optimizations: true });
    const details = {
      optimization_ids: runs.map((run) => run.optimization_id),
      listed: { optimization_ids: listed_before },
      proposes: true,
    };
    const own = await writePlan(tx, project, planned, {
      kind: 'optimization',
      comment: runs.at(-1)?.name ?? null,
      details,
      version,
    });
    return { ...own, kinds_changed: !has_optimizations };
  });
  await publishWritten(events, project, written);
  return { version: written.version, activity_id: written.activity_id, discount_count: written.ids.length };
}

/** The runs that a project's listing shows: what undoing an activity gives back. */
export interface Listed {
  optimization_ids: string[];
}

/** Gives the listing the runs it showed, and answers those it shows until now. */
export async function restoreListed(tx: Tx, project: ProjectScope, listed: Listed): Promise<Listed> {
  const before = { optimization_ids: await listedRuns(tx, project) };
  await showInListing(tx, project, listed.optimization_ids, true);
  return before;
}

/** Writes planned discounts as the lines' automatic ones; a discount chosen by hand stays in force. */
async function writePlan(
  tx: Tx,
  project: ProjectScope,
  planned: ReadonlyMap<string, { line: PlannedLine; goal: string }>,
  write: DecisionWrite,
) {
  const rows = await findLines(tx, project, [...planned.keys()]);
  const changes = rows.flatMap((row): LineChanges[] => {
    const plan = planned.get(row.discount_id);
    if (!plan) return [];
    const { discount_pct, next_discount_pcts } = plan.line;
    return [
      {
        discount_id: row.discount_id,
        changes: withOptimal(row, {
          discount_pct_opti: discount_pct,
          discount_pct_auto: discount_pct,
          next_discount_pcts,
          optimization_goal: plan.goal,
        }),
      },
    ];
  });
  return writeLines(tx, project, changes, write);
}
