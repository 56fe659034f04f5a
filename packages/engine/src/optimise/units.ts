import { type PathRange, pathRange } from './paths.ts';
import type { MarkdownProblem } from './types.ts';

/** What is decided together: one item, or the items of a group. */
export interface DecisionUnits {
  unit_count: number;
  /** Items of unit u: `members[start[u]] … members[start[u + 1] − 1]`. */
  start: Int32Array;
  members: Int32Array;
  low: Uint8Array;
  high: Uint8Array;
  /** Level fixed for the worked phase, −1 when free. */
  fixed: Int16Array;
  /** Number of items and stock of the unit. */
  weight: Float64Array;
  stock: Float64Array;
  /** Items whose rules leave no level. */
  blocked: Int32Array;
}

/** Gathers items into units and settles the range of levels each may take in the worked phase and later. */
export function buildUnits(problem: MarkdownProblem): DecisionUnits {
  const { start, members } = gatherMembers(problem);
  const unitCount = start.length - 1;
  const low = new Uint8Array(unitCount);
  const high = new Uint8Array(unitCount);
  const fixed = new Int16Array(unitCount).fill(-1);
  const weight = new Float64Array(unitCount);
  const stock = new Float64Array(unitCount);
  const blocked: number[] = [];
  for (let unit = 0; unit < unitCount; unit++) {
    let least = 0;
    let most = problem.levels.length - 1;
    let previous = 0;
    let chosen = -1;
    let clash = false;
    for (let slot = start[unit] ?? 0; slot < (start[unit + 1] ?? 0); slot++) {
      const item = members[slot] ?? 0;
      weight[unit] = (weight[unit] ?? 0) + 1;
      stock[unit] = (stock[unit] ?? 0) + (problem.stock[item] ?? 0);
      previous = Math.max(previous, problem.previous_level[item] ?? 0);
      least = Math.max(least, problem.min_level[item] ?? 0);
      most = Math.min(most, problem.max_level[item] ?? 0, deepestAboveCost(problem, item));
      const wanted = problem.fixed_level[item] ?? -1;
      if (wanted >= 0) {
        clash ||= chosen >= 0 && chosen !== wanted;
        chosen = Math.max(chosen, wanted);
      }
    }
    least = Math.max(least, previous);
    if (clash || (chosen < 0 && least > most)) {
      // Nothing is allowed: the nearest thing to a legal path is to stay where the last phase was.
      for (let slot = start[unit] ?? 0; slot < (start[unit + 1] ?? 0); slot++)
        blocked.push(members[slot] ?? 0);
      if (!clash) least = most = Math.max(previous, Math.min(least, Math.max(most, 0)));
    }
    low[unit] = least;
    high[unit] = Math.max(most, 0);
    fixed[unit] = chosen;
  }
  return {
    unit_count: unitCount,
    start,
    members,
    low,
    high,
    fixed,
    weight,
    stock,
    blocked: Int32Array.from(blocked),
  };
}

/** Range of levels that a unit's paths may take. */
export function rangeOf(units: DecisionUnits, unit: number): PathRange {
  return pathRange(units.low[unit] ?? 0, units.high[unit] ?? 0, units.fixed[unit] ?? -1);
}

function gatherMembers(problem: MarkdownProblem): { start: Int32Array; members: Int32Array } {
  const unitOfGroup = new Map<number, number>();
  const unitOf = new Int32Array(problem.item_count);
  let units = 0;
  for (let item = 0; item < problem.item_count; item++) {
    const group = problem.group === null ? -1 : (problem.group[item] ?? -1);
    const known = group < 0 ? undefined : unitOfGroup.get(group);
    unitOf[item] = known ?? units;
    if (known === undefined) {
      if (group >= 0) unitOfGroup.set(group, units);
      units++;
    }
  }
  const start = new Int32Array(units + 1);
  for (const unit of unitOf) start[unit + 1] = (start[unit + 1] ?? 0) + 1;
  for (let unit = 0; unit < units; unit++) start[unit + 1] = (start[unit + 1] ?? 0) + (start[unit] ?? 0);
  const members = new Int32Array(problem.item_count);
  const cursor = start.slice();
  for (let item = 0; item < problem.item_count; item++) {
    const unit = unitOf[item] ?? 0;
    members[cursor[unit] ?? 0] = item;
    cursor[unit] = (cursor[unit] ?? 0) + 1;
  }
  return { start, members };
}

/** Deepest level at which the price without tax still covers the cost; −1 when even full price does not. */
function deepestAboveCost(problem: MarkdownProblem, item: number): number {
  const last = problem.levels.length - 1;
  if (problem.never_below_cost === null || problem.never_below_cost[item] !== 1) return last;
  let level = last;
  while (level >= 0 && isBelowCost(problem, item, level)) level--;
  return level;
}

/** True when selling at the level costs more than it brings, taxes left out. */
export function isBelowCost(problem: MarkdownProblem, item: number, level: number): boolean {
  const net = (problem.base_price[item] ?? 0) * (1 - (problem.levels[level] ?? 0));
  return net < (problem.cost[item] ?? 0) - 1e-9;
}
