import type { Resource } from './rows.ts';
import type { MarkdownProblem } from './types.ts';

/** Weight of « the smaller and later discount » in écoulement: a tie-break only. */
export const DEPTH_TIE_BREAK = 1e-6;
/** Share of the attainable units at which écoulement stops asking for more. */
export const CLEARANCE_TARGET = 0.99;

/** Money brought by one unit sold at a discount, by goal; the residual value lowers the cost of a unit sold. */
export function unitValue(problem: MarkdownProblem, item: number, discount: number): number {
  const goal = problem.goal[item] ?? 0;
  const cost = problem.cost[item] ?? 0;
  if (goal === 1) return (problem.price[item] ?? 0) * (1 - discount);
  if (goal === 2) return cost;
  return (problem.base_price[item] ?? 0) * (1 - discount) - (problem.residual_value[item] ?? 1) * cost;
}

/** What one unit sold at a discount uses of a resource; less is better. */
export function unitUse(
  problem: MarkdownProblem,
  item: number,
  kind: Resource['kind'],
  discount: number,
): number {
  if (kind === 'budget') return (problem.price[item] ?? 0) * discount;
  if (kind === 'units') return -1;
  return (problem.cost[item] ?? 0) - (problem.base_price[item] ?? 0) * (1 - discount);
}
