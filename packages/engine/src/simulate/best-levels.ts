import type { Horizon } from '@palier/domain';
import { PathSearch } from './best-paths.ts';
import { mayFollow, offeredLevels } from './offered-levels.ts';
import { salesAt } from './simulate.ts';
import type { LevelPlan, SimulationProblem } from './types.ts';

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

/** In place of a level: the line stays where it stands. */
const KEPT = 255;

/**
 * For each of `BEST_FIGURES`, the levels of each line at which it is the highest between the line's shields, whatever
 * it costs the other figures: no choice gives more of it. Most units is also least stock left. Of equal levels the
 * shallowest is taken. Lines that are not free, and those whose figure is not known, have none: see `overPresent`. It
 * does not depend on the levels at which lines stand: choices made by hand (`fixed_level`) do not hold a free line.
 */
export function bestLevels(problem: SimulationProblem, free: Uint8Array): LevelPlan[] {
  const phases = problem.later_phases ?? 1;
  const none = (size: number) => new Uint8Array(size).fill(KEPT);
  const plans = BEST_FIGURES.map(() => ({
    worked: none(problem.item_count),
    later: none(problem.item_count * phases),
  }));
  const values = new Float64Array(BEST_FIGURES.length);
  const most = new Float64Array(BEST_FIGURES.length);
  const unremoved = { ...problem, removed_level: null };
  const search = phases > 1 && problem.path ? new PathSearch(problem, problem.path) : null;
  /** The levels that are tried for an item, among those of all. */
  const tried = new Uint8Array(problem.item_count * phases);
  const consider = (item: number, worked: number, later: Uint8Array | number): void => {
    const [from, to] = [item * phases, (item + 1) * phases];
    if (typeof later === 'number') tried.fill(later, from, to);
    else tried.set(later, from);
    salesAt(problem, item, worked, tried, values);
    plans.forEach((plan, figure) => {
      const value = values[figure] ?? Number.NaN;
      if (!(value > (most[figure] ?? 0))) return;
      most[figure] = value;
      plan.worked[item] = worked;
      plan.later.set(tried.subarray(from, to), from);
    });
  };
  for (let item = 0; item < problem.item_count; item++) {
    if (free[item] !== 1) continue;
    const offered = offeredLevels(problem, item);
    const laters = problem.removed_later ? offeredLevels(unremoved, item) : offered;
    let pairs = 0;
    most.fill(Number.NEGATIVE_INFINITY);
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
  return plans;
}

/** The best plans with lines that have no best level where they stand at `present`. */
export function overPresent(best: readonly LevelPlan[], present: LevelPlan): LevelPlan[] {
  const over = (levels: Uint8Array, standing: Uint8Array) =>
    levels.map((level, at) => (level === KEPT ? (standing[at] ?? 0) : level));
  return best.map(({ worked, later }) => ({
    worked: over(worked, present.worked),
    later: over(later, present.later),
  }));
}
