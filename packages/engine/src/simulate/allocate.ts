import { offeredLevels } from './offered-levels.ts';
import type { DistributionObjective, SimulationProblem } from './types.ts';

/**
 * Gives each line a level so that the asked distribution is met: lines fixed by a person are counted
 * first, then each level, deepest first, takes the lines that may not go lower and the lines of highest
 * priority until its share is full. Shields always hold. Lines left over take their lowest level.
 */
export function allocateDistribution(
  problem: SimulationProblem,
  objective: DistributionObjective,
): Uint8Array {
  const levels = problem.levels.length;
  const plan = new Uint8Array(problem.item_count);
  const placed = new Uint8Array(problem.item_count);
  const weight = (item: number) => (objective.by === 'count' ? 1 : (problem.stock[item] ?? 0));
  const room = wantedAmounts(problem, objective);
  const put = (item: number, level: number): void => {
    plan[item] = level;
    placed[item] = 1;
    room[level] = (room[level] ?? 0) - weight(item);
  };
  for (let item = 0; item < problem.item_count; item++) {
    const fixed = problem.fixed_level[item] ?? -1;
    if (fixed >= 0) put(item, fixed);
  }
  const order = priorityOrder(problem.item_count, objective.priority);
  const offered = Array.from({ length: problem.item_count }, (_, item) => offeredLevels(problem, item));
  for (let level = levels - 1; level >= 0; level--) {
    for (const item of order) if (placed[item] === 0 && offered[item]?.[0] === level) put(item, level);
    for (const item of order) {
      const left = room[level] ?? 0;
      if (left <= 1e-9) break;
      if (placed[item] === 1 || !offered[item]?.includes(level)) continue;
      // The line that crosses the share is taken when that lands nearer to it.
      if (weight(item) <= 2 * left) put(item, level);
    }
  }
  for (const item of order) if (placed[item] === 0) plan[item] = offered[item]?.[0] ?? 0;
  return plan;
}

/** Products (whole, largest remainder) or stock wanted at each level. */
export function wantedAmounts(problem: SimulationProblem, objective: DistributionObjective): Float64Array {
  const asked = objective.shares.reduce((sum, share) => sum + share, 0) || 1;
  const shares = objective.shares.map((share) => share / asked);
  if (objective.by === 'stock') {
    const stock = problem.stock.reduce((sum, units) => sum + units, 0);
    return shares.map((share) => share * stock);
  }
  const exact = shares.map((share) => share * problem.item_count);
  const whole = exact.map((value) => Math.floor(value + 1e-9));
  let left = problem.item_count - whole.reduce((sum, value) => sum + value, 0);
  const byRemainder = [...exact.keys()].sort((a, b) => remainder(exact, b) - remainder(exact, a) || b - a);
  for (const level of byRemainder) {
    if (left <= 0) break;
    whole[level] = (whole[level] ?? 0) + 1;
    left--;
  }
  return whole;
}

function remainder(values: Float64Array, at: number): number {
  const value = values[at] ?? 0;
  return value - Math.floor(value + 1e-9);
}

/** Lines by priority descending, ties by position; those whose priority is not known (no cost) come last. */
function priorityOrder(count: number, priority: Float64Array): Int32Array {
  const known = (item: number): number => {
    const value = priority[item] ?? 0;
    return Number.isNaN(value) ? -Infinity : value;
  };
  return Int32Array.from({ length: count }, (_, item) => item).sort((a, b) => known(b) - known(a) || a - b);
}
