import type { LineSelection } from '@palier/analytics';
import type { OptimiseResult } from '@palier/engine';
import type { Tx } from '../../../db/database.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import { requireWhole } from '../../../perimeter.ts';
import { JobFailure, type JobRun } from '../../../queue/types.ts';
import { type Scope, systemScope } from '../../../scope.ts';
import { holdRequester, type Requester, requesterPerimeter } from '../../organizations/index.ts';
import { openProject } from '../../projects/index.ts';
import { addRun } from '../../series/index.ts';
import { type ProjectOutcome, projectOutcome, resultOverview, sharedOutcome } from './overview.ts';
import { type PlanBase, type PlanRequest, planDiscounts, plannedDiscounts, readPlanBase } from './plan.ts';
import { computeWhenReady } from './ready.ts';
import {
  findOptimizationOfJob,
  type OptimizationRow,
  type PlannedLine,
  saveProjectResult,
  saveResult,
} from './repository.ts';
import { isTogether, type ProjectBase, planTogether, proveShareable } from './together.ts';

type Needs = Pick<Deps, 'folders' | 'database' | 'facts' | 'queue' | 'threads'>;

/** Runs a scenario on its projects, together or each on its own, and keeps what it gives for each line. */
export async function runOptimization(deps: Needs, run: JobRun): Promise<void> {
  const scope = systemScope(run.organization_id);
  const row = await findOptimizationOfJob(deps.database.db, scope, run.job_id);
  if (!row) throw new JobFailure("Cette optimisation n'existe plus.");
  const { projects } = row.parameters;
  await computeWhenReady(deps, scope, projects, run, (ready) => optimise(deps, run, row, ready));
}

async function optimise(
  deps: Needs,
  run: JobRun,
  row: OptimizationRow,
  ready: readonly string[],
): Promise<void> {
  const scope = systemScope(run.organization_id);
  const { constraints, scope: lines } = row.parameters;
  const selection: LineSelection = { filter: lines };
  const request = { goal: row.goal, rules: constraints ?? {} };
  const hold = await requireRights(deps, scope, row, ready);
  const projects: ProjectBase[] = [];
  for (const id of ready) projects.push(await readProjectBase(deps, scope, id, selection));
  if (projects.length === 0) throw new JobFailure('Ces projets ne se travaillent plus : ils sont clos.');
  const work = { deps, run, row, request };
  const overview = isTogether(projects, request.rules)
    ? await optimiseTogether(work, projects)
    : await optimiseEach(work, projects);
  await inTransaction(deps.database.db, async (tx) => {
    await hold(tx);
    await saveResult(tx, scope, row.optimization_id, overview);
    for (const { scope: project } of projects) await addRun(tx, deps.queue, project);
  });
  await deps.queue.wake('series');
}

/** A run is of all of its projects, by whoever asked for it. @returns what holds her rights until a transaction ends */
async function requireRights(
  { database: { db }, facts }: Needs,
  scope: Scope,
  { created_by }: OptimizationRow,
  ids: readonly string[],
): Promise<(tx: Tx) => Promise<void>> {
  const requester: Requester = { user_id: created_by, permission: 'canEditScenarios' };
  const perimeter = await requesterPerimeter(db, scope, requester);
  for (const id of perimeter ? ids : [])
    await openProject(db, { ...scope, perimeter }, id)
      .then((project) => requireWhole(facts, project))
      .catch(asFailure);
  return (tx) => holdRequester(tx, scope, requester, perimeter);
}

interface Work {
  deps: Needs;
  run: JobRun;
  row: OptimizationRow;
  request: PlanRequest;
}

async function readProjectBase(
  deps: Needs,
  scope: Scope,
  id: string,
  selection: LineSelection,
): Promise<ProjectBase> {
  const project = await openProject(deps.database.db, scope, id).catch(asFailure);
  const base = await readPlanBase(deps, project, selection).catch(asFailure);
  if (base.lines.ids.length === 0)
    throw new JobFailure(`Le projet ${base.project.name} n’a aucun produit à optimiser.`);
  return { scope: project, base };
}

const STAGE = 'Recherche des meilleures démarques';

/** All the projects at once, the rules holding over all of them. */
async function optimiseTogether({ deps, run, row, request }: Work, projects: readonly ProjectBase[]) {
  const rows = projects.map(({ base }) => base.project);
  try {
    proveShareable(rows, request.rules);
  } catch (error) {
    asFailure(error);
  }
  const { results, shared, levels } = await planTogether(deps, projects, request, {
    signal: run.signal,
    onProgress: (share) => run.progress(STAGE, share),
  });
  run.signal.throwIfAborted();
  const outcomes: ProjectOutcome[] = [];
  for (const [n, project] of projects.entries()) {
    const result = results[n];
    if (result) outcomes.push(await saveOutcome({ deps, run, row, request }, project, result));
  }
  const [first] = rows;
  return resultOverview(
    outcomes,
    first ? sharedOutcome(shared, { project: first, levels, goal: request.goal }) : null,
  );
}

/** One project after the other, each keeping the rules on its own. */
async function optimiseEach(work: Work, projects: readonly ProjectBase[]) {
  const { deps, run, request } = work;
  const outcomes: ProjectOutcome[] = [];
  for (const [index, project] of projects.entries()) {
    const result = await planDiscounts(deps, project.scope, project.base, request, {
      signal: run.signal,
      onProgress: (share) => run.progress(STAGE, (index + share) / projects.length),
    });
    run.signal.throwIfAborted();
    outcomes.push(await saveOutcome(work, project, result));
  }
  return resultOverview(outcomes, null);
}

async function saveOutcome(
  { deps, row, request }: Work,
  { scope, base }: ProjectBase,
  result: OptimiseResult,
): Promise<ProjectOutcome> {
  const outcome = projectOutcome(base, result, request);
  await inTransaction(deps.database.db, (tx) =>
    saveProjectResult(
      tx,
      scope,
      {
        optimization_id: row.optimization_id,
        project_phase: base.project.working_phase,
        objective_value: outcome.objective_value,
        gap: outcome.gap,
        overview: { ...outcome.project, goal: row.scenario_id ?? row.goal },
      },
      linesOf(base, result),
    ),
  );
  return outcome;
}

function linesOf(base: PlanBase, result: OptimiseResult): PlannedLine[] {
  const levelCount = base.levels.length;
  return base.lines.ids.map((discount_id, index) => {
    const [discount_pct = 0, ...next_discount_pcts] = plannedDiscounts(base, result, index);
    const level = base.levels.indexOf(discount_pct);
    return {
      discount_id,
      discount_pct,
      discount_pct_input: base.decisions.get(discount_id)?.discount_pct_user ?? null,
      next_discount_pcts,
      sales_qty_forecast: base.lines.phase_qty[index * levelCount + level] ?? null,
      is_optimal: result.status === 'optimal',
    };
  });
}

/** A fault that trying again would not mend is shown to the user as it is. */
function asFailure(error: unknown): never {
  throw error instanceof ApiError ? new JobFailure(error.message) : error;
}
