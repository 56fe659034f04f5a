import type { Optimization } from '@palier/contract';
import { addKnown, knownOrNull, meanResidualValue } from '@palier/domain';
import { type OptimiseResult, simulatePlan } from '@palier/engine';
import { presentBuckets, presentTotals } from '../simulations/present.ts';
import { presentPlan, simulationProblem } from '../simulations/problem.ts';
import { lawNotices } from './law-notices.ts';
import {
  constraintLabel,
  countLines,
  type Infeasibility,
  type LimitWords,
  neededBudgets,
  type PlanLimit,
  planInfeasibility,
  planLimits,
} from './limits.ts';
import { type PlanBase, type PlanRequest, planLevels } from './plan.ts';
import type { PlanRules } from './plan-rules.ts';
import { alreadyBelowCost, clippedChoices, keptAboveCost, unknownCosts } from './problem.ts';

type ResultOverview = NonNullable<Optimization['result_overview']>;
export type ProjectResult = ResultOverview['projects'][number];
export interface ProjectOutcome {
  project: ProjectResult;
  objective_value: number;
  gap: number;
  limits: PlanLimit[];
  infeasibility: Infeasibility | null;
  problems: string[];
}

/** What a run gives in one project, beside the discounts in force there. */
export function projectOutcome(base: PlanBase, result: OptimiseResult, request: PlanRequest): ProjectOutcome {
  const { goal, rules } = request;
  const words = { project: base.project, levels: base.levels, goal };
  const problem = simulationProblem(base.lines, base.decisions, base.levels);
  const { worked, later } = planLevels(base, result.plan);
  // The figures the listing will show once the plan is sent there, beside those it shows now.
  const stats = simulatePlan({ ...problem, later_level: later }, worked);
  const current = simulatePlan(problem, presentPlan(base.lines, base.decisions, base.levels));
  return {
    project: {
      project_id: base.project.project_id,
      name: base.project.name,
      project_phase: base.project.working_phase,
      snapshot_version: base.project.snapshot_version,
      data_date: base.project.snapshot_summary?.data_date ?? null,
      discount_count: base.lines.ids.length,
      discount_distribution: presentBuckets(stats, base.levels),
      phase_forecast: presentTotals(stats.phase),
      forecast: presentTotals(stats.total),
      current_phase_forecast: presentTotals(current.phase),
      current_forecast: presentTotals(current.total),
      discount_budget: knownOrNull(stats.phase.discount_amount),
      current_discount_budget: knownOrNull(current.phase.discount_amount),
      discount_budget_all: knownOrNull(stats.total.discount_amount),
      current_discount_budget_all: knownOrNull(current.total.discount_amount),
      mean_residual_value: meanResidualValue(
        base.lines.residual_value,
        base.lines.cost,
        base.lines.stock_qty,
      ),
      kept_user_count: keptByHand(base, rules),
    },
    // The margin is maximised after leftovers, and the report says so; the other goals are plain sums.
    objective_value: goal === 'profit' ? stats.total.profit_after_leftovers : result.value,
    gap: Number.isFinite(result.gap) ? result.gap : 1,
    limits: planLimits(result, words),
    infeasibility: planInfeasibility(result, words),
    problems: problemsOf(base, result, request),
  };
}

/** Anything the reader must know besides the rules: lines set aside, targets missed. */
function problemsOf(base: PlanBase, result: OptimiseResult, { goal, rules }: PlanRequest): string[] {
  const unknown = unknownCosts(base.lines);
  const below = alreadyBelowCost(base, rules);
  const clipped = clippedChoices(base, rules);
  const kept = keptAboveCost(base, rules);
  return [
    ...(unknown > 0 ? [unknownCostNotice(unknown)] : []),
    ...(below > 0
      ? [
          `${countLines(below, 'produit est déjà vendu', 'produits sont déjà vendus')} sous le coût : le plancher ne s’y applique pas.`,
        ]
      : []),
    ...(kept > 0
      ? [
          `Prix sous le coût écartés pour ${countLines(kept, 'produit', 'produits')} : ils ne sont pris que pendant des soldes, dans leurs dates légales. Un scénario peut en décider autrement.`,
        ]
      : []),
    ...(clipped > 0
      ? [
          `${countLines(clipped, 'démarque choisie à la main sort des bornes de son produit : prise', 'démarques choisies à la main sortent des bornes de leur produit : prises')} à la borne.`,
        ]
      : []),
    ...lawNotices(base, rules),
    ...missedTargets(result, { project: base.project, levels: base.levels, goal }),
  ];
}

const NO_STOCK =
  'Ces produits n’ont ni stock ni ventes de la saison : aucun écoulement ne peut en être atteint.';

/** Targets that the plan does not reach, and what budget it would take. */
function missedTargets(result: OptimiseResult, words: LimitWords): string[] {
  const missed =
    result.infeasibility === null ? result.constraints.filter(({ satisfied }) => !satisfied) : [];
  return [
    ...(result.infeasibility?.reason === 'no_stock' ? [NO_STOCK] : []),
    ...missed.map(({ constraint }) => `${constraintLabel(constraint, words)} : la cible n’est pas atteinte.`),
    ...neededBudgets(result, words),
  ];
}

function unknownCostNotice(count: number): string {
  return count === 1
    ? '1 produit sans prix de revient : sa marge est inconnue et ne compte pas.'
    : `${count} produits sans prix de revient : leur marge est inconnue et ne compte pas.`;
}

/** The rules that several projects share, as one of them words them. */
export type SharedOutcome = Pick<ProjectOutcome, 'limits' | 'infeasibility' | 'problems'>;

/** What the rules over all the projects of a run reach, and cost. */
export function sharedOutcome(result: OptimiseResult, words: LimitWords): SharedOutcome {
  const shared = { ...words, shared: true };
  return {
    limits: planLimits(result, shared),
    infeasibility: planInfeasibility(result, shared),
    problems: missedTargets(result, shared),
  };
}

/** One answer for all the projects of a run; `shared`: the rules that bound them together. */
export function resultOverview(
  outcomes: readonly ProjectOutcome[],
  shared: SharedOutcome | null,
): ResultOverview {
  const all = [...(shared ? [shared] : []), ...outcomes];
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
    objective_value: knownOrNull(
      outcomes.reduce((sum, { objective_value }) => addKnown(sum, objective_value), Number.NaN),
    ),
    gap: Math.max(0, ...outcomes.map(({ gap }) => gap)),
    limits: all.flatMap(({ limits }) => limits),
    infeasibility: mergeInfeasibilities(all.flatMap(({ infeasibility }) => infeasibility ?? [])),
    problems: all.flatMap(({ problems }) => problems),
  };
}

function mergeInfeasibilities(found: readonly Infeasibility[]): Infeasibility | null {
  if (found.length === 0) return null;
  const sampled = found.flatMap(({ sampled_count }) => sampled_count ?? []);
  return {
    violated: found.flatMap(({ violated }) => violated),
    relaxations: found.flatMap(({ relaxations }) => relaxations),
    blocked_count: found.reduce((sum, { blocked_count }) => sum + blocked_count, 0),
    sampled_count: sampled.length > 0 ? sampled.reduce((sum, count) => sum + count, 0) : null,
  };
}

/** Lines whose discount was chosen by hand, when the plan had to keep them. */
function keptByHand({ decisions, lines }: PlanBase, rules: PlanRules): number {
  if (rules.keep_discount_pct_user === false) return 0;
  return lines.ids.filter((id) => (decisions.get(id)?.discount_pct_user ?? null) !== null).length;
}
