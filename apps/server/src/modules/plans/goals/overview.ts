import type { LineSelection } from '@palier/analytics';
import type { RouteOutput } from '@palier/contract';
import { GOAL_LABELS, judgeLoss, OPTIMIZATION_GOALS, workedDiscount } from '@palier/domain';
import { simulatePlan } from '@palier/engine';
import type { Deps } from '../../../deps.ts';
import type { ProjectScope } from '../../../scope.ts';
import { lossThreshold } from '../../organizations/index.ts';
import { listScenarios } from '../../scenarios/index.ts';
import { lossFigures } from '../losses/figures.ts';
import { levelsPlan, pathsOf, standingPath, stillPath } from '../losses/paths.ts';
import { type PlanBase, planDiscounts, plannedDiscounts, readPlanBase } from '../optimizations/plan.ts';
import { latestOptimizations, plannedLines } from '../optimizations/repository.ts';
import { presentBuckets, presentTotals } from '../simulations/present.ts';
import { laterPhases, simulationProblem } from '../simulations/problem.ts';

type Needs = Pick<Deps, 'folders' | 'database' | 'facts' | 'threads'>;
type GroupGoals = RouteOutput<'goals.get_group'>;
type GoalEntry = GroupGoals['goals'][number];
type Figures = NonNullable<GoalEntry['forecast']>;

/**
 * The goals that a selection may be given, and what it would give under each: what giving it then gives, with the
 * discounts chosen by hand kept or not. @throws 409 snapshot_missing
 */
export async function groupGoals(
  deps: Needs,
  project: ProjectScope,
  selection: LineSelection,
  keepByHand: boolean,
): Promise<GroupGoals> {
  const base = await readPlanBase(deps, project, selection);
  const threshold = await lossThreshold(deps.database.db, project);
  const goals: GoalEntry[] = [];
  for (const goal of OPTIMIZATION_GOALS) {
    const result = await planDiscounts(deps, project, base, {
      goal,
      rules: { keep_discount_pct_user: false },
    });
    const planned = base.lines.ids.map((_, index) => plannedDiscounts(base, result, index));
    const paths = givenPaths(base, planned, keepByHand);
    goals.push(entry(base, { goal, label: GOAL_LABELS[goal] }, paths, threshold));
  }
  const alive = new Set(
    (await listScenarios(deps.database.db, project)).map(({ scenario_id }) => scenario_id),
  );
  for (const run of await latestOptimizations(deps.database.db, project)) {
    if (run.status !== 'completed' || run.scenario_id === null) continue;
    const planned = new Map(
      (await plannedLines(deps.database.db, project, run.optimization_id)).map((line) => [
        line.discount_id,
        [line.discount_pct, ...line.next_discount_pcts],
      ]),
    );
    const scenario = entry(
      base,
      { goal: run.scenario_id, label: run.name },
      givenPaths(
        base,
        base.lines.ids.map((id) => planned.get(id) ?? null),
        keepByHand,
      ),
      threshold,
    );
    // A deleted scenario is no longer offered; the lines that have it still say what it gives.
    if (alive.has(run.scenario_id) || scenario.discount_count > 0) goals.push(scenario);
  }
  const worked = base.project.working_phase ?? base.project.phases.length;
  return {
    goals,
    validated_phases: Array.from({ length: worked }, (_, phase) => phase),
    forecast_maxima: maxima(goals.flatMap(({ forecast }) => forecast ?? [])),
    discount_count: base.lines.ids.length,
  };
}

/**
 * Where a goal leaves each line: a line that its plan does not cover stays as it is, and so does a discount chosen by
 * hand when those are kept. */
function givenPaths(
  { lines, decisions }: PlanBase,
  planned: readonly (readonly number[] | null)[],
  keepByHand: boolean,
): (readonly number[])[] {
  return lines.ids.map((id, index) => {
    const line = decisions.get(id);
    const path = planned[index];
    if (!line) return path ?? [];
    if (!path) return standingPath(line);
    const isKept = keepByHand && line.discount_pct_user !== null;
    return isKept ? [workedDiscount(line), ...path.slice(1)] : path;
  });
}

/** A goal with what it would give: each line's discounts in the worked phase and after it. */
function entry(
  base: PlanBase,
  { goal, label }: Pick<GoalEntry, 'goal' | 'label'>,
  paths: readonly (readonly number[])[],
  threshold: number,
): GoalEntry {
  const { levels, lines, decisions } = base;
  const later_phases = laterPhases(lines, levels);
  const plan = levelsPlan(paths, levels, later_phases);
  const problem = { ...simulationProblem(lines, decisions, levels), later_level: plan.later };
  const decided = (pathOf: typeof standingPath) =>
    levelsPlan(pathsOf(lines.ids, decisions, pathOf), levels, later_phases);
  const stats = simulatePlan(problem, plan.worked);
  const loss = lossFigures(problem, {
    plan,
    nothing: decided(stillPath),
    current: decided(standingPath),
  });
  return {
    goal,
    label,
    discount_count: [...decisions.values()].filter((line) => line.optimization_goal === goal).length,
    forecast: presentTotals(stats.total),
    phase_forecast: presentTotals(stats.phase),
    discount_distribution: presentBuckets(stats, levels),
    loss: judgeLoss(loss, threshold),
  };
}

function maxima(figures: readonly Figures[]): Figures {
  const largest: Record<string, number> = {};
  for (const [name, value] of figures.flatMap((one) => Object.entries(one))) {
    if (typeof value === 'number') largest[name] = Math.max(largest[name] ?? Number.NEGATIVE_INFINITY, value);
  }
  return largest;
}
