import type { LossFigures } from '@palier/domain';
import { type LevelPlan, type SimulationProblem, simulateGroups, soldBelowCost } from '@palier/engine';

/** Three plans of the same lines: the one to be judged, prices left as they are, the one in force. */
export interface JudgedPlans {
  plan: LevelPlan;
  nothing: LevelPlan;
  current: LevelPlan;
}

/** What a plan is judged on, from the lines' curves and the levels of three plans. */
export function lossFigures(
  problem: SimulationProblem,
  { plan, nothing, current }: JudgedPlans,
): LossFigures {
  const all = new Int32Array(problem.item_count);
  const merit = (of: LevelPlan): number =>
    simulateGroups(problem, of, all, 1)[0]?.end.profit_after_leftovers || 0;
  const merits = new Map([...new Set([plan, nothing, current])].map((of) => [of, merit(of)]));
  const below = soldBelowCost(problem, plan);
  const belowNow = current === plan ? below : soldBelowCost(problem, current);
  const count = (marks: Uint8Array): number => marks.reduce((sum, mark) => sum + mark, 0);
  return {
    discount_count: problem.item_count,
    profit_after_leftovers: merits.get(plan) ?? 0,
    nothing_profit_after_leftovers: merits.get(nothing) ?? 0,
    current_profit_after_leftovers: merits.get(current) ?? 0,
    below_cost_count: count(below),
    current_below_cost_count: count(belowNow),
    added_below_cost_count: count(below.map((mark, item) => mark & ~(belowNow[item] ?? 0))),
  };
}
