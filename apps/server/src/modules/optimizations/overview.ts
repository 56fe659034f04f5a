import type { Optimization } from '@palier/contract';
import { type OptimiseResult, simulatePlan } from '@palier/engine';
import { presentBuckets, presentPlan, presentTotals, simulationProblem } from '../simulations/index.ts';
import type { PlanBase } from './plan.ts';
import { unknownCosts } from './problem.ts';

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
  const phases = base.model.phase_count;
  const levelsIn = (phase: number) =>
    Uint8Array.from(base.lines.ids, (_, index) => result.plan[index * phases + phase] ?? 0);
  // The figures the listing will show once the plan is sent there, beside those it shows now.
  const stats = simulatePlan({ ...problem, later_level: levelsIn(Math.min(1, phases - 1)) }, levelsIn(0));
  const current = simulatePlan(problem, presentPlan(base.lines, base.decisions, base.levels));
  return {
    project: {
      project_id: base.project.project_id,
      name: base.project.name,
      project_phase: base.project.working_phase,
      discount_count: base.lines.ids.length,
      discount_distribution: presentBuckets(stats, base.levels),
      phase_forecast: presentTotals(stats.phase),
      forecast: presentTotals(stats.total),
      current_phase_forecast: presentTotals(current.phase),
      current_forecast: presentTotals(current.total),
      discount_budget: stats.phase.discount_amount,
      current_discount_budget: current.phase.discount_amount,
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

function problemsOf(base: PlanBase, { infeasibility, constraints }: OptimiseResult): string[] {
  const { levels } = base;
  const unknown = unknownCosts(base.lines);
  const aside = unknown > 0 ? [unknownCostNotice(unknown)] : [];
  if (!infeasibility) {
    const missed = constraints
      .filter(({ satisfied }) => !satisfied)
      .map(({ constraint }) => `${constraintLabel(constraint, levels)} : la cible n’est pas atteinte.`);
    return [...aside, ...missed];
  }
  const blocked = infeasibility.blocked_items.length;
  const violated = infeasibility.violated.flatMap((position) => {
    const report = constraints[position];
    return report
      ? [`${constraintLabel(report.constraint, levels)} : impossible avec les autres contraintes.`]
      : [];
  });
  return [
    ...aside,
    ...(blocked > 0 ? [`${blocked} produits n’ont aucune démarque permise.`] : []),
    ...violated,
  ];
}

function unknownCostNotice(count: number): string {
  return count === 1
    ? '1 produit sans prix de revient : sa marge est inconnue et ne compte pas.'
    : `${count} produits sans prix de revient : leur marge est inconnue et ne compte pas.`;
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
