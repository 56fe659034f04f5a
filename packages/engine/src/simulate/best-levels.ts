import type { Horizon } from '@palier/domain';
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

/**
 * For each of `BEST_FIGURES`, the levels of each line at which it is the highest between the line's shields, whatever
 * it costs the other figures: no choice of a level for the worked phase and one for the later phases gives more of it,
 * nor what `known` plans give a line at several. Most units is also least stock left. Lines that are not free, and
 * those whose figure is not known, stay at `present`; of equal levels the shallowest is taken. Choices made by hand
 * (`fixed_level`) do not hold a free line.
 */
export function bestPlans(
  problem: SimulationProblem,
  free: Uint8Array,
  present: LevelPlan,
  known: readonly LevelPlan[] = [present],
): LevelPlan[] {
  const phases = problem.later_phases ?? 1;
  const plans = BEST_FIGURES.map(() => ({ worked: present.worked.slice(), later: present.later.slice() }));
  const values = new Float64Array(BEST_FIGURES.length);
  const most = new Float64Array(BEST_FIGURES.length);
  const unremoved = { ...problem, removed_level: null };
  /** The levels that are tried for an item, among those of all. */
  const tried = new Uint8Array(problem.item_count * phases);
  const consider = (item: number, worked: number, later: Uint8Array | number): void => {
    const [from, to] = [item * phases, (item + 1) * phases];
    if (typeof later === 'number') tried.fill(later, from, to);
    else tried.set(later.subarray(from, to), from);
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
    if (phases === 1) continue;
    for (const { worked, later } of known) {
      const level = worked[item] ?? 0;
      const path = later.subarray(item * phases, (item + 1) * phases);
      const mayTake = (one: number) =>
        laters.includes(Math.max(level, one)) && mayFollow(problem, item, level, Math.max(level, one));
      if (offered.includes(level) && path.every(mayTake)) consider(item, level, later);
    }
  }
  return plans;
}
