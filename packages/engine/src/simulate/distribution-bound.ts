import type { CandidateTable } from '../optimise/candidate-table.ts';
import { searchMultipliers } from '../optimise/multipliers.ts';
import type { CouplingRow } from '../optimise/rows.ts';
import type { DecisionUnits } from '../optimise/units.ts';
import { offeredLevels } from './offered-levels.ts';
import { lineProfitAfterLeftovers } from './simulate.ts';
import type { DistributionObjective, SimulationProblem, SimulationStats } from './types.ts';

/** Lines on which the multipliers of the levels are searched; the bound itself is summed over all of them. */
const SAMPLE_LINES = 3000;

/** A line's margin after leftovers; 0 where it is not known, as in the sums. */
const worthOf = (problem: SimulationProblem, item: number, level: number): number =>
  lineProfitAfterLeftovers(problem, item, level) || 0;

/**
 * The most « marge après invendus » that any plan with the same products (or stock) at each level could give, shields
 * and chosen discounts kept: how far the order of priority is from the best. Lagrangian: Σ max over levels of
 * (that margin − multiplier × weight), plus multipliers × amounts, holds at any multipliers.
 */
export function distributionBound(
  problem: SimulationProblem,
  objective: DistributionObjective,
  stats: SimulationStats,
): number {
  const levels = problem.levels.length;
  const amounts = objective.by === 'count' ? stats.count_by_level : stats.stock_by_level;
  const multipliers = levelMultipliers(problem, objective, amounts);
  let bound = 0;
  for (let level = 0; level < levels; level++) bound += (multipliers[level] ?? 0) * (amounts[level] ?? 0);
  for (let item = 0; item < problem.item_count; item++) {
    const weight = weightOf(problem, objective, item);
    let best = Number.NEGATIVE_INFINITY;
    for (const level of choicesOf(problem, item))
      best = Math.max(best, worthOf(problem, item, level) - weight * (multipliers[level] ?? 0));
    bound += best;
  }
  return bound;
}

function weightOf(problem: SimulationProblem, { by }: DistributionObjective, item: number): number {
  const stock = problem.stock[item] ?? 0;
  return by === 'count' ? 1 : Number.isFinite(stock) ? stock : 0;
}

/** Levels that a line may take: the one chosen by a person, else those that it is offered. */
function choicesOf(problem: SimulationProblem, item: number): number[] {
  const fixed = problem.fixed_level[item] ?? -1;
  return fixed >= 0 ? [fixed] : offeredLevels(problem, item);
}

function levelMultipliers(
  problem: SimulationProblem,
  objective: DistributionObjective,
  amounts: Float64Array,
): Float64Array {
  const stride = Math.max(1, Math.floor(problem.item_count / SAMPLE_LINES));
  const items: number[] = [];
  for (let item = 0; item < problem.item_count; item += stride) items.push(item);
  const weight = Float64Array.from(items, (item) => weightOf(problem, objective, item));
  const share =
    weight.reduce((sum, value) => sum + value, 0) / (amounts.reduce((sum, value) => sum + value, 0) || 1);
  const rows = [...amounts].flatMap((amount, level): CouplingRow[] => {
    const row = { constraint: level, project: -1, kind: 'count', index: level, hard: true } as const;
    const scale = Math.max(1e-9, share * amounts.reduce((sum, value) => sum + value, 0));
    return [
      { ...row, sign: 1, limit: share * amount, scale },
      { ...row, sign: -1, limit: -share * amount, scale },
    ];
  });
  const { table, units } = levelTable(problem, items, weight);
  const coupled = { table, units, rows, level_count: problem.levels.length };
  const search = searchMultipliers(coupled, {
    max_iterations: 40,
    accuracy: 1e-4,
    ceiling: new Float64Array(rows.length).fill(Number.POSITIVE_INFINITY),
    starts: [],
    isCancelled: () => false,
    onIteration: () => undefined,
  });
  return Float64Array.from(
    amounts,
    (_, level) => (search.multipliers[2 * level] ?? 0) - (search.multipliers[2 * level + 1] ?? 0),
  );
}

/** One candidate per line and level, worth its margin after leftovers. */
function levelTable(
  problem: SimulationProblem,
  items: readonly number[],
  weight: Float64Array,
): { table: CandidateTable; units: DecisionUnits } {
  const start = new Int32Array(items.length + 1);
  const level: number[] = [];
  const value: number[] = [];
  items.forEach((item, n) => {
    for (const at of choicesOf(problem, item)) {
      level.push(at);
      value.push(worthOf(problem, item, at));
    }
    start[n + 1] = level.length;
  });
  const plan = Uint8Array.from(level);
  const none = new Uint8Array(items.length);
  return {
    table: {
      start,
      level: plan,
      value: Float64Array.from(value),
      use: new Float64Array(0),
      resource_count: 0,
      plan,
      phase_count: 1,
    },
    units: {
      unit_count: items.length,
      start: Int32Array.from({ length: items.length + 1 }, (_, n) => n),
      members: Int32Array.from(items),
      low: none,
      high: none,
      allowed: new Uint32Array(items.length),
      open: [],
      project: new Int32Array(items.length),
      phases: [1],
      fixed: new Int16Array(items.length),
      weight,
      stock: new Float64Array(items.length),
      blocked: new Int32Array(0),
    },
  };
}
