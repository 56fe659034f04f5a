import type { PlanComparison } from '@palier/contract';
import type { QueryTree } from '@palier/domain';
import type { Deps } from '../../../deps.ts';
import { refused } from '../../../http/errors.ts';
import { requireWhole } from '../../../perimeter.ts';
import type { ProjectScope, Scope } from '../../../scope.ts';
import { lastDiscountChange } from '../../activities/index.ts';
import { levelsOf } from '../../discounts/index.ts';
import { readRemovedLevels } from '../../law/index.ts';
import { openProject, type ProjectRow, readProject } from '../../projects/index.ts';
import { type OptimizationRow, plannedLines } from '../optimizations/repository.ts';
import { proveCompleted, proveCovers, readOptimization } from '../optimizations/service.ts';
import { lastYear } from '../references/last-year.ts';
import { readPlannedLines, stillPlan } from '../references/lines.ts';
import { projectProblem } from '../simulations/problem.ts';
import {
  bestOf,
  type ComparedLines,
  comparedGroup,
  countLines,
  differsOn,
  isByHand,
  type ProjectPart,
  partOf,
  type RunLines,
  type RunPart,
  runPlan,
  sentPlan,
  totalsOf,
} from './part.ts';
import { presentComparison } from './present.ts';

type Needs = Pick<Deps, 'folders' | 'database' | 'facts' | 'threads'>;
/**
 * Completed runs beside doing nothing, last year, the plan in force and the best possible: the same days, and the same
 * lines but for last year's. @throws 409 for a run that has not completed, 422 for one that does not cover a project
 */
export async function compareRuns(
  deps: Needs,
  scope: Scope,
  { optimization_ids, project_ids }: { optimization_ids: readonly string[]; project_ids: readonly string[] },
): Promise<PlanComparison> {
  const { db } = deps.database;
  const runs = await Promise.all(optimization_ids.map((id) => readOptimization(db, scope, id)));
  if (runs.length === 0 || project_ids.length === 0)
    throw refused('Donnez les optimisations et les projets à comparer.');
  proveCompleted(runs);
  const projects: { scope: ProjectScope; row: ProjectRow }[] = [];
  for (const id of new Set(project_ids)) {
    const project = await openProject(db, scope, id);
    await requireWhole(deps.facts, project);
    projects.push({ scope: project, row: await readProject(db, project, id) });
  }
  proveCovers(
    runs,
    projects.map(({ row }) => row),
  );
  proveOneCurrency(projects.map(({ row }) => row));
  const parts: ProjectPart[] = [];
  for (const { scope: project, row } of projects) parts.push(await compareIn(deps, project, row, runs));
  return presentComparison(parts);
}

/** @throws 422 for projects of several currencies, whose amounts are never added up */
function proveOneCurrency(projects: readonly ProjectRow[]): void {
  for (const name of ['catalog_currency', 'accounting_currency'] as const) {
    const currencies = [...new Set(projects.map((project) => project[name]))];
    if (currencies.length > 1)
      throw refused(
        `Ces projets n’ont pas la même devise (${currencies.join(', ')}) : comparez-les séparément.`,
      );
  }
}

async function compareIn(
  deps: Needs,
  project: ProjectScope,
  row: ProjectRow,
  runs: readonly OptimizationRow[],
): Promise<ProjectPart> {
  const { db } = deps.database;
  const planned = await Promise.all(
    runs.map(async (run): Promise<RunLines> => {
      const lines = await plannedLines(db, project, run.optimization_id);
      return new Map(lines.map((line) => [line.discount_id, line]));
    }),
  );
  const lines = await readPlannedLines(deps, project, row, { with_ids: true });
  const levels = levelsOf(row);
  const removed = await readRemovedLevels(deps, project, row, lines, levels, {});
  const { problem, plan } = projectProblem(lines, levels, removed);
  const present = { worked: plan, later: problem.later_level ?? plan };
  const compared = { lines, levels, problem, present, group: comparedGroup(lines, planned) };
  const pick = (column: Float64Array) => Array.from(column).filter((_, index) => compared.group[index] === 0);
  const stock = pick(lines.stock_qty);
  const best = await deps.threads.best({ problem, free: Uint8Array.from(lines.included) });
  return {
    project_id: project.project_id,
    discount_count: countLines(compared, () => true),
    sum_stock_qty: stock.reduce((sum, units) => sum + (units || 0), 0),
    kept_user_count: countLines(compared, (index) => isByHand(compared, index)),
    nothing: totalsOf(compared, stillPlan(lines, levels)),
    current: partOf(compared, present),
    best: bestOf(compared, best),
    runs: runs.map((run, n) => runPart(compared, run, planned[n] ?? new Map())),
    ...(await pastOf(deps, project, row, runs)),
    current_since: await lastDiscountChange(db, project),
    leftovers: { residual_value: pick(lines.residual_value), cost: pick(lines.cost), stock },
  };
}

function runPart(compared: ComparedLines, run: OptimizationRow, lines: RunLines): RunPart {
  const plan = runPlan(compared, lines);
  const sent = sentPlan(compared, plan);
  const { present } = compared;
  const changes = (index: number) => differsOn(compared, index, [sent, present]);
  const { ids, included } = compared.lines;
  return {
    _id: run.optimization_id,
    discount_count: ids.filter((id, index) => included[index] === 1 && lines.has(id)).length,
    plan: partOf(compared, plan),
    sent: totalsOf(compared, sent),
    sent_count: countLines(compared, (index) => !isByHand(compared, index)),
    changed_count: countLines(compared, (index) => !isByHand(compared, index) && changes(index)),
  };
}

/** What the runs' criteria sold a year earlier: those of the project, and of every run's scope. */
async function pastOf(
  deps: Needs,
  project: ProjectScope,
  row: ProjectRow,
  runs: readonly OptimizationRow[],
): Promise<Pick<ProjectPart, 'last_year' | 'last_year_days'>> {
  const scopes = runs.flatMap(({ parameters }) => parameters.scope ?? []);
  const rules = [...new Map(scopes.map((scope) => [JSON.stringify(scope), scope])).values()];
  const filter: QueryTree | null = rules.length === 0 ? null : { combinator: 'and', rules };
  const phase = await lastYear(deps, project, row, { filter }, [], 'phase');
  const end = await lastYear(deps, project, row, { filter }, [], 'end');
  return {
    last_year: { phase: phase.find([]), end: end.find([]) },
    last_year_days: { phase: phase.period, end: end.period },
  };
}
