import type { LineSelection } from '@palier/analytics';
import type { OptimiseResult } from '@palier/engine';
import { inTransaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import { JobFailure, type JobRun } from '../../../queue/queue.ts';
import { type ProjectScope, systemScope } from '../../../scope.ts';
import { openProject } from '../../projects/index.ts';
import { goalOf } from './limits.ts';
import { type ProjectOutcome, projectOutcome, resultOverview } from './overview.ts';
import { type PlanBase, planDiscounts, plannedDiscounts, readPlanBase } from './plan.ts';
import type { PlanRules } from './problem.ts';
import {
  findOptimizationOfJob,
  type OptimizationRow,
  type PlannedLine,
  saveProjectResult,
  saveResult,
} from './repository.ts';
import type { RunParameters } from './service.ts';

type Needs = Pick<Deps, 'config' | 'database' | 'facts' | 'threads'>;

/** Runs a scenario on its projects, one after the other, and keeps what it gives for each line. */
export async function runOptimization(deps: Needs, run: JobRun): Promise<void> {
  const scope = systemScope(run.organization_id);
  const row = await findOptimizationOfJob(deps.database.db, scope, run.job_id);
  if (!row) throw new JobFailure("Cette optimisation n'existe plus.");
  const { projects } = row.parameters as RunParameters;
  const outcomes: ProjectOutcome[] = [];
  for (const [index, id] of projects.entries()) {
    const project = await openProject(deps.database.db, scope, id).catch(asFailure);
    outcomes.push(
      await optimiseProject(deps, run, project, row, (share) =>
        run.progress('Recherche des meilleures démarques', (index + share) / projects.length),
      ),
    );
  }
  await saveResult(deps.database.db, scope, row.optimization_id, resultOverview(outcomes));
}

async function optimiseProject(
  deps: Needs,
  run: JobRun,
  project: ProjectScope,
  row: OptimizationRow,
  onProgress: (share: number) => void,
): Promise<ProjectOutcome> {
  const { constraints, scope } = row.parameters as RunParameters;
  const selection: LineSelection = { filter: (scope as LineSelection['filter']) ?? null };
  const base = await readPlanBase(deps, project, selection).catch(asFailure);
  if (base.lines.ids.length === 0)
    throw new JobFailure(`Le projet ${base.project.name} n’a aucun produit à optimiser.`);
  const request = { goal: goalOf(row.goal), rules: (constraints ?? {}) as PlanRules };
  const result = await planDiscounts(deps, project, base, request, { signal: run.signal, onProgress });
  run.signal.throwIfAborted();
  const outcome = projectOutcome(base, result, request);
  await inTransaction(deps.database.db, (tx) =>
    saveProjectResult(
      tx,
      project,
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

/** A fault that trying again would not mend is told to the user as it is. */
function asFailure(error: unknown): never {
  throw error instanceof ApiError ? new JobFailure(error.message) : error;
}
