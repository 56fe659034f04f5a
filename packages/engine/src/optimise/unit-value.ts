import { basePriceAt, priceAt } from './level-prices.ts';
import type { Resource } from './rows.ts';
import type { MarkdownProblem } from './types.ts';

/** Weight of « the smaller and later discount » in écoulement: a tie-break only. */
export const DEPTH_TIE_BREAK = 1e-6;
/** Share of the attainable units at which écoulement stops asking for more. */
export const CLEARANCE_TARGET = 0.99;

/** Money brought by one unit sold at a level, by goal; the residual value lowers the cost of a unit sold. */
export function unitValue(problem: MarkdownProblem, item: number, level: number): number {
  const goal = problem.goal[item] ?? 0;
  const cost = problem.cost[item] ?? 0;
  if (goal === 1) return priceAt(problem, item, level);
  if (goal === 2) return cost;
  return basePriceAt(problem, item, level) - (problem.residual_value[item] ?? 1) * cost;
}

/** What one unit sold at a level uses of a resource; less is better. */
export function unitUse(
  problem: MarkdownProblem,
  item: number,
  kind: Resource['kind'],
  level: number,
): number {
  if (kind === 'budget') return (problem.price[item] ?? 0) - priceAt(problem, item, level);
  if (kind === 'units') return -1;
  const kept = kind === 'merit' ? (problem.residual_value[item] ?? 1) : 1;
  return kept * (problem.cost[item] ?? 0) - basePriceAt(problem, item, level);
}
