import type { Optimization } from '@palier/contract';
import { type OptimiseResult, type SimulationStats, simulatePlan } from '@palier/engine';
import { presentBuckets, presentPlan, presentTotals, simulationProblem } from '../simulations/index.ts';
import type { PlanBase } from './plan.ts';

type ResultOverview = NonNullable<Optimization['result_overview']>;
export type ProjectResult = ResultOverview['projects'][number];
export type ProjectOutcome = {
  project: ProjectResult;
  objective_value: number;
  gap: number;
  shadow_prices: NonNullable<ResultOverview['shadow_prices']>;
  problems: string[];
};

/** What a run gives in one project, beside the discounts in force there. */
export function projectOutcome(base: PlanBase, result: OptimiseResult): ProjectOutcome {
  const problem = simulationProblem(base.lines, base.decisions, base.levels);
  const worked = Uint8Array.from(
    base.lines.ids,
    (_, index) => result.plan[index * base.model.phase_count] ?? 0,
  );
  const stats = simulatePlan(problem, worked);
  const current = simulatePlan(problem, presentPlan(base.lines, base.decisions, base.levels));
  return {
    project: {
      project_id: base.project.project_id,
      name: base.project.name,
      project_phase: base.project.working_phase,
      discount_count: base.lines.ids.length,
      discount_distribution: presentBuckets(stats, base.levels),
      phase_forecast: presentTotals(stats.phase),
      forecast: planTotals(result, stats),
      current_forecast: presentTotals(current.total),
    },
    objective_value: result.value,
    gap: Number.isFinite(result.gap) ? result.gap : 1,
    shadow_prices: result.constraints.map((report) => ({
      label: constraintLabel(report.constraint, base.levels),
      value: report.shadow_price,
      unit:
        report.constraint.kind === 'budget' || report.constraint.kind === 'min_profit' ? '€/€' : '€/point',
    })),
    problems: problemsOf(base, result),
  };
}

/** All phases, each at the discount that the plan gives it. */
function planTotals({ totals }: OptimiseResult, stats: SimulationStats) {
  return {
    sales_qty: totals.units,
    sales: totals.sales,
    profit: totals.profit,
    cogs: totals.cogs,
    stock: totals.residual_stock,
    sales_discount_pct: 100 * totals.mean_discount,
    sell_through_pct: 100 * (totals.sell_through || stats.total.sell_through),
  };
}

function constraintLabel(
  constraint: OptimiseResult['constraints'][number]['constraint'],
  levels: readonly number[],
): string {
  switch (constraint.kind) {
    case 'count_quota':
      return `Part des produits à ${levels[constraint.level]} %`;
    case 'stock_quota':
      return `Part du stock à ${levels[constraint.level]} %`;
    case 'budget':
      return 'Budget de démarque';
    case 'sell_through':
      return "Taux d'écoulement";
    case 'min_profit':
      return 'Marge minimale';
  }
}

function problemsOf({ levels }: PlanBase, { infeasibility, constraints }: OptimiseResult): string[] {
  if (!infeasibility) {
    return constraints
      .filter(({ satisfied }) => !satisfied)
      .map(({ constraint }) => `${constraintLabel(constraint, levels)} : la cible n’est pas atteinte.`);
  }
  const blocked = infeasibility.blocked_items.length;
  const violated = infeasibility.violated.flatMap((position) => {
    const report = constraints[position];
    return report
      ? [`${constraintLabel(report.constraint, levels)} : impossible avec les autres contraintes.`]
      : [];
  });
  return [...(blocked > 0 ? [`${blocked} produits n’ont aucune démarque permise.`] : []), ...violated];
}

/** One answer for all the projects of a run. */
export function resultOverview(outcomes: readonly ProjectOutcome[]): ResultOverview {
  const buckets = new Map<number | null, { discount_count: number; sum_stock_qty: number }>();
  for (const bucket of outcomes.flatMap(({ project }) => project.discount_distribution)) {
    const sum = buckets.get(bucket.discount_pct) ?? { discount_count: 0, sum_stock_qty: 0 };
    sum.discount_count += bucket.discount_count;
    sum.sum_stock_qty += bucket.sum_stock_qty;
    buckets.set(bucket.discount_pct, sum);
  }
  return {
    discount_distribution: [...buckets].map(([discount_pct, sums]) => ({ discount_pct, ...sums })),
    projects: outcomes.map(({ project }) => project),
    objective_value: outcomes.reduce((sum, { objective_value }) => sum + objective_value, 0),
    gap: Math.max(0, ...outcomes.map(({ gap }) => gap)),
    shadow_prices: outcomes.flatMap(({ shadow_prices }) => shadow_prices),
    problems: outcomes.flatMap(({ problems }) => problems),
  };
}
