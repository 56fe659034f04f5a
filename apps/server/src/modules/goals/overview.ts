import type { LineSelection } from '@palier/analytics';
import type { RouteOutput } from '@palier/contract';
import { GOAL_LABELS, OPTIMIZATION_GOALS } from '@palier/domain';
import { simulatePlan } from '@palier/engine';
import type { Deps } from '../../deps.ts';
import type { ProjectScope } from '../../scope.ts';
import {
  latestOptimizations,
  type PlanBase,
  planDiscounts,
  plannedDiscounts,
  plannedLines,
  readPlanBase,
} from '../optimizations/index.ts';
import { presentBuckets, presentTotals, simulationProblem } from '../simulations/index.ts';

type Needs = Pick<Deps, 'config' | 'database' | 'facts' | 'threads'>;
type GroupGoals = RouteOutput<'goals.get_group'>;
type GoalEntry = GroupGoals['goals'][number];
type Figures = NonNullable<GoalEntry['forecast']>;

/** The goals that a selection may be given, and what it would give under each. @throws 409 snapshot_missing */
export async function groupGoals(
  deps: Needs,
  project: ProjectScope,
  selection: LineSelection,
): Promise<GroupGoals> {
  const base = await readPlanBase(deps, project, selection);
  const goals: GoalEntry[] = [];
  for (const goal of OPTIMIZATION_GOALS) {
    const result = await planDiscounts(deps, project, base, {
      goal,
      rules: { keep_discount_pct_user: false },
    });
    const worked = base.lines.ids.map((_, index) => plannedDiscounts(base, result, index)[0] ?? 0);
    goals.push(entry(base, goal, GOAL_LABELS[goal], worked));
  }
  for (const run of await latestOptimizations(deps.database.db, project)) {
    if (run.status !== 'completed' || run.scenario_id === null) continue;
    const planned = new Map(
      (await plannedLines(deps.database.db, project, run.optimization_id)).map((line) => [
        line.discount_id,
        line.discount_pct,
      ]),
    );
    goals.push(
      entry(
        base,
        run.scenario_id,
        run.name,
        base.lines.ids.map((id) => planned.get(id) ?? 0),
      ),
    );
  }
  const worked = base.project.working_phase ?? base.project.phases.length;
  return {
    goals,
    validated_phases: Array.from({ length: worked }, (_, phase) => phase),
    forecast_maxima: maxima(goals.flatMap(({ forecast }) => forecast ?? [])),
    discount_count: base.lines.ids.length,
  };
}

function entry(base: PlanBase, goal: string, label: string, worked: readonly number[]): GoalEntry {
  const { levels, lines, decisions } = base;
  const plan = Uint8Array.from(worked, (points) => Math.max(0, levels.indexOf(points)));
  const stats = simulatePlan(simulationProblem(lines, decisions, levels), plan);
  return {
    goal,
    label,
    discount_count: [...decisions.values()].filter((line) => line.optimization_goal === goal).length,
    forecast: presentTotals(stats.total),
    phase_forecast: presentTotals(stats.phase),
    discount_distribution: presentBuckets(stats, levels),
  };
}

function maxima(figures: readonly Figures[]): Figures {
  const largest: Record<string, number> = {};
  for (const [name, value] of figures.flatMap((one) => Object.entries(one))) {
    if (typeof value === 'number') largest[name] = Math.max(largest[name] ?? Number.NEGATIVE_INFINITY, value);
  }
  return largest;
}
