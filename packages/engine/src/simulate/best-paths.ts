import { expectedSales } from '@palier/domain';
import { SalesCurve } from '../numeric/sales-curve.ts';
import { mayFollow } from './offered-levels.ts';
import { points, unitPrices } from './simulate.ts';
import type { PathValues, SimulationProblem } from './types.ts';

/** Beyond this shape the negative binomial is a Poisson, which has no table. */
const LARGEST_TABULATED_SHAPE = 1e6;
/** Means below this share of the largest are valued one by one. */
const SMALLEST_TABULATED = 0.02;

/** Turnover, margin, margin after leftovers; to the end. */
const SOUGHT = 3;

/**
 * Paths of an item whose later phases may stand at several discounts: for turnover, margin and margin after leftovers to
 * the end, the one that gives most of it. What a path gives is read from a table of the item's sales, within a few
 * millionths of its stock.
 */
export class PathSearch {
  readonly #problem: SimulationProblem;
  readonly #path: PathValues;
  readonly #phases: number;
  readonly #curve = new SalesCurve();
  readonly #trial: Uint8Array;
  /** What a unit brings at each level: its price, and without tax less its cost. */
  readonly #price: Float64Array;
  readonly #net: Float64Array;
  readonly #found: { value: number; worked: number; later: Uint8Array }[];

  constructor(problem: SimulationProblem, path: PathValues) {
    this.#problem = problem;
    this.#path = path;
    this.#phases = problem.later_phases ?? 1;
    this.#trial = new Uint8Array(this.#phases);
    this.#price = new Float64Array(problem.levels.length);
    this.#net = new Float64Array(problem.levels.length);
    this.#found = Array.from({ length: SOUGHT }, () => ({
      value: Number.NEGATIVE_INFINITY,
      worked: 0,
      later: new Uint8Array(this.#phases),
    }));
  }

  /** The best paths of an item over the levels that it is offered in the worked phase and after it; none of one that sells nothing. */
  of(item: number, offered: readonly number[], laters: readonly number[]) {
    for (const best of this.#found) best.value = Number.NEGATIVE_INFINITY;
    const sold = this.#salesOf(item, offered, laters);
    if (sold) for (const worked of offered) this.#from(item, worked, laters, sold);
    return this.#found.filter(({ value }) => value > Number.NEGATIVE_INFINITY);
  }

  #mean(item: number, phase: number, level: number): number {
    const levels = this.#problem.levels.length;
    return this.#path.phase_mean[(item * (this.#phases + 1) + phase) * levels + level] ?? 0;
  }

  /** Expected sales of the item at a mean demand; null when there is nothing to sell. */
  #salesOf(item: number, offered: readonly number[], laters: readonly number[]) {
    const shape = this.#path.dispersion[item] ?? 1;
    const stock = this.#path.stock[item] ?? 0;
    const deepest = Math.max(...offered, ...laters);
    let most = 0;
    for (let phase = 0; phase <= this.#phases; phase++) most += this.#mean(item, phase, deepest);
    if (!(stock > 0) || !(most > 0)) return null;
    const least = SMALLEST_TABULATED * most;
    const tabulated = shape <= LARGEST_TABULATED_SHAPE;
    if (tabulated) this.#curve.fill(shape, stock, least, 1.001 * most);
    return (mean: number): number =>
      tabulated && mean >= least && mean <= 1.001 * most
        ? this.#curve.at(Math.log(mean))
        : expectedSales(shape, mean, stock);
  }

  #from(item: number, worked: number, laters: readonly number[], sold: (mean: number) => number): void {
    const problem = this.#problem;
    const { price, base_price, cost } = unitPrices(problem, item);
    const saved = (1 - (problem.residual_value[item] ?? 1)) * cost;
    const next = laters.filter((level) => level >= worked && mayFollow(problem, item, worked, level));
    for (const level of [worked, ...next]) {
      const kept = 1 - points(problem, item, level) / 100;
      this.#price[level] = price * kept;
      this.#net[level] = base_price * kept - cost;
    }
    const phases = this.#phases;
    const trial = this.#trial;
    const descend = (phase: number, mean: number, before: number, sales: number, profit: number): void => {
      const least = phase === 1 ? worked : (trial[phase - 2] ?? 0);
      for (let n = 0; n < next.length; n++) {
        const level = next[n] ?? 0;
        if (level < least) continue;
        trial[phase - 1] = level;
        const until = mean + this.#mean(item, phase, level);
        const all = Math.max(before, sold(until));
        const units = all - before;
        const taken = sales + (this.#price[level] ?? 0) * units;
        const earned = profit + (this.#net[level] ?? 0) * units;
        if (phase < phases) descend(phase + 1, until, all, taken, earned);
        else {
          this.#keep(0, taken, worked);
          this.#keep(1, earned, worked);
          this.#keep(2, earned + saved * all, worked);
        }
      }
    };
    const first = this.#mean(item, 0, worked);
    const units = sold(first);
    descend(1, first, units, (this.#price[worked] ?? 0) * units, (this.#net[worked] ?? 0) * units);
  }

  #keep(figure: number, value: number, worked: number): void {
    const best = this.#found[figure];
    if (!best || !(value > best.value)) return;
    best.value = value;
    best.worked = worked;
    best.later.set(this.#trial);
  }
}
