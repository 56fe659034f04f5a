import type { Horizon } from '@palier/domain';
import { BEST_FIGURES } from './best-figures.ts';
import { salesAt, unitPrices } from './simulate.ts';
import type { SimulationProblem } from './types.ts';

/** What a plan's rules pay for room, by the days that they span: see `ConstraintReport.shadow_price`. */
export interface RoomPrices {
  /** « Marge après invendus » that one euro more of discounts would bring. */
  budget: Record<Horizon, number>;
  /** « Marge après invendus » given up for each unit that a sell-through asks to be sold. */
  units: Record<Horizon, number>;
}

/**
 * The line's « marge après invendus » at a level, less what its discounts take of the budgets, more what its units bring
 * to the sell-throughs: what the level is worth to a plan that shares them (its Lagrangian). NaN where the margin is.
 */
export function pricedProfit(
  problem: SimulationProblem,
  item: number,
  level: number,
  { budget, units }: RoomPrices,
): number {
  const figures = new Float64Array(BEST_FIGURES.length);
  salesAt(problem, item, level, problem.later_level, figures);
  const [soldInPhase = 0, phaseSales = 0, , sold = 0, sales = 0, , merit = Number.NaN] = figures;
  const { price } = unitPrices(problem, item);
  const spent = { phase: price * soldInPhase - phaseSales, end: price * sold - sales };
  return (
    merit -
    (budget.phase * spent.phase + budget.end * spent.end) +
    (units.phase * soldInPhase + units.end * sold)
  );
}
