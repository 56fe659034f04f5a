import { addKnown, type Horizon } from '@palier/domain';
import { PathSearch } from './best-paths.ts';
import { mayFollow, offeredLevels } from './offered-levels.ts';
import { addStock, salesAt } from './simulate.ts';
import type { BestTotals, LevelPlan, SimulationProblem } from './types.ts';

/** The figures whose best is sought, in the order of `salesAt`; the margin after leftovers exists to the end alone. */
export const BEST_FIGURES = [
  { horizon: 'phase', figure: 'units' },
  { horizon: 'phase', figure: 'sales' },
  { horizon: 'phase', figure: 'profit' },
  { horizon: 'end', figure: 'units' },
  { horizon: 'end', figure: 'sales' },
  { horizon: 'end', figure: 'profit' },
  { horizon: 'end', figure: 'profit_after_leftovers' },
] as const satisfies readonly { horizon: Horizon; figure: string }[];

const WIDTH = BEST_FIGURES.length;

/**
 * For each line, at `i * 7 + f`, the highest that each of `BEST_FIGURES` can be between the line's shields, whatever it
 * costs the other figures: no choice gives more of it. Most units is also least stock left. NaN for lines that are not
 * free and for figures that are not known: see `bestTotals`. It does not depend on the levels at which lines stand:
 * choices made by hand (`fixed_level`) do not hold a free line.
 */
export function bestFigures(problem: SimulationProblem, free: Uint8Array): Float64Array {
  const phases = problem.later_phases ?? 1;
  const best = new Float64Array(problem.item_count * WIDTH).fill(Number.NaN);
  const values = new Float64Array(WIDTH);
  const unremoved = { ...problem, removed_level: null };
  const search = phases > 1 && problem.path ? new PathSearch(problem, problem.path) : null;
  /** The levels that are tried for an item, among those of all. */
  const tried = new Uint8Array(problem.item_count * phases);
  const consider = (item: number, worked: number, later: Uint8Array | number): void => {
    if (typeof later === 'number') tried.fill(later, item * phases, (item + 1) * phases);
    else tried.set(later, item * phases);
    salesAt(problem, item, worked, tried, values);
    for (let figure = 0; figure < WIDTH; figure++) {
      const value = values[figure] ?? Number.NaN;
      const most = best[item * WIDTH + figure] ?? Number.NaN;
      if (value > most || Number.isNaN(most)) best[item * WIDTH + figure] = value;
    }
  };
  for (let item = 0; item < problem.item_count; item++) {
    if (free[item] !== 1) continue;
    const offered = offeredLevels(problem, item);
    const laters = problem.removed_later ? offeredLevels(unremoved, item) : offered;
    let pairs = 0;
    for (const worked of offered)
      for (const later of laters) {
        if (later < worked || !mayFollow(problem, item, worked, later)) continue;
        consider(item, worked, later);
        pairs++;
      }
    // Where nothing may follow, it stays where it is put.
    if (pairs === 0) for (const level of offered) consider(item, level, level);
    for (const { worked, later } of search?.of(item, offered, laters) ?? []) consider(item, worked, later);
  }
  return best;
}

/**
 * The best figures of `bestFigures` by group of lines (`group` as in `simulateGroups`), each figure by a choice of its
 * own; lines that have no best count as they stand at `present`.
 */
export function bestTotals(
  problem: SimulationProblem,
  best: Float64Array,
  present: LevelPlan,
  group: Int32Array,
  group_count: number,
): Record<Horizon, BestTotals>[] {
  const sums = Array.from({ length: group_count }, () => ({ phase: emptyBest(), end: emptyBest() }));
  const own = new Float64Array(WIDTH);
  const standing = new Float64Array(WIDTH);
  for (let item = 0; item < problem.item_count; item++) {
    const totals = sums[group[item] ?? -1];
    if (!totals) continue;
    for (let figure = 0; figure < WIDTH; figure++) own[figure] = best[item * WIDTH + figure] ?? Number.NaN;
    if (own.some(Number.isNaN)) {
      salesAt(problem, item, present.worked[item] ?? 0, present.later, standing);
      for (let figure = 0; figure < WIDTH; figure++)
        if (Number.isNaN(own[figure])) own[figure] = standing[figure] ?? Number.NaN;
    }
    BEST_FIGURES.forEach(({ horizon, figure }, at) => {
      totals[horizon][figure] = addKnown(totals[horizon][figure], own[at]);
    });
    totals.phase.profit_after_leftovers = totals.end.profit_after_leftovers;
    addStock(totals.phase, problem, item, own[0] || 0);
    addStock(totals.end, problem, item, own[3] || 0);
  }
  return sums;
}

const emptyBest = (): BestTotals => ({
  units: 0,
  sales: Number.NaN,
  profit: Number.NaN,
  profit_after_leftovers: Number.NaN,
  residual_stock: Number.NaN,
  season_units: 0,
});
