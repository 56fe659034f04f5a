import type { PlanLines } from '@palier/analytics';
import type { Project } from '@palier/contract';
import {
  knownOrNull,
  marginPct,
  meanResidualValue,
  objectiveFaults,
  sellThroughPct,
  USUAL_TOLERANCE,
} from '@palier/domain';
import { type DistributionObjective, distributionBound, simulate, simulatePlan } from '@palier/engine';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import type { ProjectScope } from '../../../scope.ts';
import { levelsOf } from '../../discounts/index.ts';
import { readRemovedLevels } from '../../law/index.ts';
import { residualRule, type ValuedLines, withResidualValue } from '../../organizations/index.ts';
import { readProject, requireState } from '../../projects/index.ts';
import { presentBuckets, presentTotals } from './present.ts';
import { projectProblem } from './problem.ts';

type Needs = Pick<Deps, 'database' | 'facts'>;
type Objective = NonNullable<Project['objective']>;

/** What an objective would give on the included lines; nothing is stored. @throws 409 snapshot_missing, 422 without a distribution */
export async function simulateObjective(deps: Needs, project: ProjectScope, objective: Objective) {
  const started = performance.now();
  const row = await readProject(deps.database.db, project, project.project_id);
  requireState('simulate', row);
  const rule = await residualRule(deps.database.db, project, row);
  const found = await deps.facts.use(project, (own) =>
    own.planLines({ included: true, with_ids: true, value_field: rule.field }),
  );
  if (!found || found.phase_qty.length === 0) throw new ApiError('snapshot_missing');
  const lines = withResidualValue(found, rule);
  const levels = levelsOf(row);
  const removed = await readRemovedLevels(deps, project, row, lines, levels, { included: true });
  const { problem, plan: current } = projectProblem(lines, levels, removed);
  const asked = distribution(objective, lines, levels);
  const { plan, stats, shortfall } = simulate(problem, asked);
  const profit_bound = distributionBound(problem, asked, stats);
  const presentStats = simulatePlan(problem, current);
  const common = decisionStats(lines);
  return {
    _id: project.project_id,
    ...common,
    discount_pct: presentBuckets(stats, levels),
    phase_forecast: presentTotals(stats.phase),
    forecast: presentTotals(stats.total),
    discount_budget: knownOrNull(stats.phase.discount_amount),
    current: {
      ...common,
      discount_pct: presentBuckets(presentStats, levels),
      phase_forecast: presentTotals(presentStats.phase),
      forecast: presentTotals(presentStats.total),
      discount_budget: knownOrNull(presentStats.phase.discount_amount),
    },
    changed_count: plan.reduce((count, level, index) => count + (level === current[index] ? 0 : 1), 0),
    profit_bound: Number.isNaN(stats.total.profit_after_leftovers) ? null : profit_bound,
    gap: profit_bound > 0 ? Math.max(0, 1 - stats.total.profit_after_leftovers / profit_bound) : null,
    problems: problemsOf(shortfall, levels, objective),
    duration_ms: performance.now() - started,
  };
}

function decisionStats(lines: ValuedLines<PlanLines>) {
  const total = (column: Float64Array) => column.reduce((sum, value) => sum + (value || 0), 0);
  return {
    discount_count: lines.line_count,
    mean_residual_value: meanResidualValue(lines.residual_value, lines.cost, lines.stock_qty),
    sum_stock_qty: total(lines.stock_qty),
    discount_pct_user_count: lines.discount_pct_user.filter((points) => !Number.isNaN(points)).length,
    discount_pct_reviewed_count: total(lines.reviewed),
    included_count: total(lines.included),
    optimization_goals: lines.goals,
    unset_optimization_goal_count: lines.unset_goal_count,
  };
}

function distribution(
  objective: Objective,
  lines: PlanLines,
  levels: readonly number[],
): DistributionObjective {
  const wanted = objective.discount_pct_distribution;
  if (!wanted) throw new ApiError('refused', 'L’objectif n’a pas de répartition à simuler.');
  const [fault] = objectiveFaults(objective);
  if (fault) throw new ApiError('refused', fault.message);
  const unknown = Object.keys(wanted).filter((points) => !levels.includes(Number(points)));
  if (unknown.length > 0) throw new ApiError('refused', `Le projet ne propose pas ${unknown.join(', ')} %.`);
  return {
    shares: Float64Array.from(levels, (points) => (wanted[String(points)] ?? 0) / 100),
    by: objective.discount_pct_distribution_params?.basis === 'sum_stock_qty' ? 'stock' : 'count',
    priority: priority(objective.discount_pct_allocation_priority ?? 'stock_coverage', lines),
  };
}

/** Who goes first to the deepest discounts. */
function priority(
  by: NonNullable<Objective['discount_pct_allocation_priority']>,
  lines: PlanLines,
): Float64Array {
  const levelCount = lines.phase_qty.length / Math.max(1, lines.line_count);
  return lines.stock_qty.map((_, index) => {
    const stock = lines.stock_qty[index] ?? 0;
    const cost = lines.cost[index] ?? 0;
    const base = lines.base_price[index] ?? 0;
    const sold = lines.season_sales_qty[index] ?? 0;
    if (by === 'stock_qty') return stock;
    if (by === 'stock_cost_value') return stock * cost;
    if (by === 'margin_pct') return marginPct(base, cost) ?? 0;
    if (by === 'season_sell_through_pct') return -(sellThroughPct(sold, stock) ?? 0);
    return stock / Math.max(0.01, lines.phase_qty[index * levelCount] ?? 0);
  });
}

const number = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 1 });

/** Targets missed by more than the tolerance: shields, previous phases and choices by hand stand in the way. */
function problemsOf(shortfall: Float64Array, levels: readonly number[], objective: Objective): string[] {
  const tolerance = (objective.discount_pct_distribution_params?.tolerance_pct ?? USUAL_TOLERANCE) / 100;
  return levels.flatMap((points, level) => {
    const missed = shortfall[level] ?? 0;
    if (Math.abs(missed) <= tolerance) return [];
    const side = missed < 0 ? 'de moins' : 'de plus';
    return [`${number.format(Math.abs(missed) * 100)} points ${side} que demandé à ${points} %.`];
  });
}
