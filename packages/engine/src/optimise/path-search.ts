import { expectedSales } from '@palier/domain';
import { SalesCurve } from '../numeric/sales-curve.ts';
import { projectOf } from './level-prices.ts';
import { opens } from './open-levels.ts';
import { allows, mayWait, type PathRange } from './paths.ts';
import type { Resource } from './rows.ts';
import type { MarkdownProblem } from './types.ts';
import { CLEARANCE_TARGET, DEPTH_TIE_BREAK, unitUse, unitValue } from './unit-value.ts';

/** Points of the grid of demand served so far. */
const GRID = 97;
/** Less than any path is worth: the value of what no path may take. */
const CLOSED = -1e200;

/**
 * Best discount paths of one unit by dynamic programming on (phase, level, stock grid), for scopes whose paths
 * are too many to list: V(p, l, M) = max( V(p, l + 1, M), worth·(S(M + m) − S(M)) + V(p + 1, l, M + m) ), where
 * M is the demand cumulated so far and S(M) what the stock serves of it. The grid is even in M / (M + stock),
 * hence fine where the stock runs out. Work grows with phases × levels × grid, not with the number of paths.
 * Values are interpolated: paths found are to be valued exactly afterwards. A group is searched as one item
 * that pools its members.
 */
export class PathSearch {
  readonly #problem: MarkdownProblem;
  readonly #resources: readonly Resource[];
  readonly #curve = new SalesCurve();
  readonly #levels: number;
  #phases: number;
  #project = 0;
  /** Demand at each grid point, and what is sold of it. */
  readonly #demand = new Float64Array(GRID);
  readonly #sold = new Float64Array(GRID);
  /** By phase, level, grid point: units sold in the phase, and the grid position reached. */
  readonly #sells: Float64Array;
  readonly #reaches: Float64Array;
  readonly #value: Float64Array;
  readonly #choice: Uint8Array;
  /** By level: money and uses of one unit sold, and the tie-break on depth. */
  readonly #worth: Float64Array;
  readonly #uses: Float64Array;
  readonly #priced: Float64Array;
  readonly #plan: Uint8Array;
  #range: PathRange = { low: 0, first_high: 0, high: 0, allowed: 1, open: null, phases: 1 };
  #clearance: { cost: number; most: number } | null = null;

  constructor(problem: MarkdownProblem, resources: readonly Resource[]) {
    this.#problem = problem;
    this.#resources = resources;
    this.#levels = problem.levels.length;
    this.#phases = problem.phase_count;
    const states = this.#phases * this.#levels * GRID;
    this.#sells = new Float64Array(states);
    this.#reaches = new Float64Array(states);
    this.#value = new Float64Array(states + this.#levels * GRID);
    this.#choice = new Uint8Array(states);
    this.#worth = new Float64Array(this.#levels);
    this.#uses = new Float64Array(this.#levels * resources.length);
    this.#priced = new Float64Array(this.#phases * this.#levels);
    this.#plan = new Uint8Array(this.#phases);
  }

  /** Tabulates a unit: what each phase sells at each level from each point of the grid. */
  load(members: ArrayLike<number>, range: PathRange): void {
    this.#range = range;
    this.#phases = range.phases;
    this.#project = projectOf(this.#problem, members[0] ?? 0);
    const { means, stock, shape } = this.#pool(members);
    let most = 0;
    for (let p = 0; p < this.#phases; p++) most += means[p * this.#levels + range.high] ?? 0;
    const size = Math.max(stock, 1e-9);
    const end = most / (most + size);
    for (let g = 0; g < GRID; g++) {
      const at = (end * g) / (GRID - 1);
      this.#demand[g] = (size * at) / (1 - at);
    }
    const sell = this.#salesOf(shape, stock, means, most);
    for (let g = 0; g < GRID; g++) this.#sold[g] = sell(this.#demand[g] ?? 0);
    for (let p = 0; p < this.#phases; p++)
      for (let l = range.low; l <= range.high; l++) {
        const mean = means[p * this.#levels + l] ?? 0;
        const base = (p * this.#levels + l) * GRID;
        for (let g = 0; g < GRID; g++) {
          const after = (this.#demand[g] ?? 0) + mean;
          this.#sells[base + g] = sell(after) - (this.#sold[g] ?? 0);
          this.#reaches[base + g] = Math.min(GRID - 1, ((after / (after + size)) * (GRID - 1)) / (end || 1));
        }
      }
    const clears = this.#problem.goal[members[0] ?? 0] === 2;
    this.#clearance = clears ? { cost: 0, most: this.#sold[GRID - 1] ?? 0 } : null;
    this.#loadMoney(members);
  }

  #pool(members: ArrayLike<number>): { means: Float64Array; stock: number; shape: number } {
    const { phase_mean, stock, dispersion } = this.#problem;
    const width = this.#phases * this.#levels;
    const stride = this.#problem.phase_count * this.#levels;
    const pooled = { means: new Float64Array(width), stock: 0, shape: 0 };
    let weight = 0;
    for (let n = 0; n < members.length; n++) {
      const item = members[n] ?? 0;
      for (let at = 0; at < width; at++)
        pooled.means[at] = (pooled.means[at] ?? 0) + (phase_mean[item * stride + at] ?? 0);
      pooled.stock += stock[item] ?? 0;
      const share = (stock[item] ?? 0) + 1e-9;
      pooled.shape += share * Math.min(1e6, dispersion[item] ?? 1);
      weight += share;
    }
    pooled.shape /= weight;
    return pooled;
  }

  #salesOf(shape: number, stock: number, means: Float64Array, most: number): (mean: number) => number {
    let least = this.#demand[1] ?? 0;
    for (let p = 0; p < this.#phases; p++) {
      const mean = means[p * this.#levels + this.#range.low] ?? 0;
      if (mean > 0 && mean < least) least = mean;
    }
    if (!(least > 0) || !(stock > 0)) return (mean) => expectedSales(shape, mean, stock);
    this.#curve.fill(shape, stock, least, 2 * most);
    return (mean) =>
      mean <= 0 ? 0 : mean < least ? expectedSales(shape, mean, stock) : this.#curve.at(Math.log(mean));
  }

  #loadMoney(members: ArrayLike<number>): void {
    const { levels, stock } = this.#problem;
    this.#worth.fill(0);
    this.#uses.fill(0);
    let weight = 0;
    for (let n = 0; n < members.length; n++) weight += (stock[members[n] ?? 0] ?? 0) + 1e-9;
    for (let n = 0; n < members.length; n++) {
      const item = members[n] ?? 0;
      const share = ((stock[item] ?? 0) + 1e-9) / weight;
      if (this.#clearance !== null) this.#clearance.cost += share * (this.#problem.cost[item] ?? 0);
      for (let l = 0; l < levels.length; l++) {
        if (!allows(this.#range, l)) continue;
        if (this.#clearance === null)
          this.#worth[l] = (this.#worth[l] ?? 0) + share * unitValue(this.#problem, item, l);
        this.#resources.forEach(({ kind }, r) => {
          const at = l * this.#resources.length + r;
          this.#uses[at] = (this.#uses[at] ?? 0) + share * unitUse(this.#problem, item, kind, l);
        });
      }
    }
  }

  /** Money of one unit sold at full price, and the largest use of a resource by one unit: what prices compare. */
  scaleOf(resource: number): number {
    let most = 0;
    for (let l = this.#range.low; l <= this.#range.high; l++)
      most = Math.max(most, Math.abs(this.#uses[l * this.#resources.length + resource] ?? 0));
    const worth = this.#clearance?.cost ?? Math.abs(this.#worth[this.#range.low] ?? 0);
    return most > 0 ? worth / most : 0;
  }

  /**
   * Best path of each first level at prices of the resources: calls `visit` with its value net of these prices
   * and its levels (a view, to be copied).
   */
  search(prices: Float64Array, visit: (first: number, value: number, plan: Uint8Array) => void): void {
    this.#price(prices);
    this.#fillEnd();
    this.#fillFrom(0);
    const { open, low, first_high } = this.#range;
    for (let first = low; first <= first_high; first++) {
      if (!allows(this.#range, first) || !this.#isOpen(0, 0, first)) continue;
      const at = first * GRID;
      const sold = this.#sells[at] ?? 0;
      const next = this.#reaches[at] ?? 0;
      const value = (this.#priced[first] ?? 0) * sold + this.#tie(first) + this.#valueAt(1, first, next);
      if (value > CLOSED) visit(first, value, this.#follow(first));
    }
    if (open !== null && mayWait(this.#range, open)) this.#wait(open.nought, visit);
  }

  /** The best path without a discount in the first phase: of those that begin in each phase, and of staying without. */
  #wait(nought: number, visit: (first: number, value: number, plan: Uint8Array) => void): void {
    const best = { value: CLOSED, plan: new Uint8Array(this.#phases) };
    let [value, position] = [0, 0];
    for (let begins = 1; begins <= this.#phases; begins++) {
      const at = ((begins - 1) * this.#levels + nought) * GRID;
      const priced = this.#priced[(begins - 1) * this.#levels + nought] ?? 0;
      value += priced * interpolate(this.#sells, at, position) + this.#tie(nought);
      position = interpolate(this.#reaches, at, position);
      const ends = begins === this.#phases;
      if (!ends) this.#fillFrom(begins);
      const level = ends ? nought : nought + 1;
      if (level > this.#range.high) continue;
      const whole = value + this.#valueAt(begins, level, position);
      if (!(whole > best.value)) continue;
      best.value = whole;
      best.plan.fill(nought, 0, begins);
      if (!ends) best.plan.set(this.#continue(begins, level, position), begins);
    }
    visit(nought, best.value, best.plan);
  }

  /** Values of the phases after the first, of paths whose first discount is in phase `begins`. */
  #fillFrom(begins: number): void {
    for (let p = this.#phases - 1; p >= Math.max(1, begins); p--) this.#fillPhase(p, begins);
  }

  /** Nought is of no path that has begun: see `#wait`. */
  #isOpen(begins: number, phase: number, level: number): boolean {
    const { open } = this.#range;
    return open === null || (level > open.nought && opens(open, begins, phase, level));
  }

  #price(prices: Float64Array): void {
    const count = this.#resources.length;
    for (let p = 0; p < this.#phases; p++)
      for (let l = 0; l < this.#levels; l++) {
        let worth = this.#worth[l] ?? 0;
        for (let r = 0; r < count; r++)
          if (p <= (this.#resources[r]?.by_phase[this.#project] ?? 0))
            worth -= (prices[r] ?? 0) * (this.#uses[l * count + r] ?? 0);
        this.#priced[p * this.#levels + l] = worth;
      }
  }

  #tie(level: number): number {
    if (this.#clearance === null) return 0;
    const { cost, most } = this.#clearance;
    return -cost * DEPTH_TIE_BREAK * most * (this.#problem.levels[level] ?? 0);
  }

  #fillEnd(): void {
    const base = this.#phases * this.#levels * GRID;
    for (let l = this.#range.low; l <= this.#range.high; l++)
      for (let g = 0; g < GRID; g++)
        this.#value[base + l * GRID + g] =
          this.#clearance === null
            ? 0
            : this.#clearance.cost * Math.min(this.#sold[g] ?? 0, CLEARANCE_TARGET * this.#clearance.most);
  }

  #fillPhase(phase: number, begins: number): void {
    const { low, high } = this.#range;
    for (let l = high; l >= low; l--) {
      const at = (phase * this.#levels + l) * GRID;
      const worth = this.#priced[phase * this.#levels + l] ?? 0;
      const tie = this.#tie(l);
      const open = allows(this.#range, l) && this.#isOpen(begins, phase, l);
      for (let g = 0; g < GRID; g++) {
        const here = !open
          ? 2 * CLOSED
          : worth * (this.#sells[at + g] ?? 0) +
            tie +
            this.#valueAt(phase + 1, l, this.#reaches[at + g] ?? 0);
        const deeper = l < high ? (this.#value[at + GRID + g] ?? 0) : 2 * CLOSED;
        this.#value[at + g] = here >= deeper ? here : deeper;
        this.#choice[at + g] = here >= deeper ? l : (this.#choice[at + GRID + g] ?? l);
      }
    }
  }

  #valueAt(phase: number, level: number, position: number): number {
    const base = (phase * this.#levels + level) * GRID;
    return interpolate(this.#value, base, position);
  }

  #follow(first: number): Uint8Array {
    this.#plan[0] = first;
    this.#plan.set(this.#continue(1, first, this.#reaches[first * GRID] ?? 0), 1);
    return this.#plan;
  }

  /** The best levels from a phase on, at `least` or deeper. */
  #continue(phase: number, least: number, from: number): Uint8Array {
    const rest = new Uint8Array(this.#phases - phase);
    let [level, position] = [least, from];
    for (let p = phase; p < this.#phases; p++) {
      level = this.#choice[(p * this.#levels + level) * GRID + Math.round(position)] ?? level;
      rest[p - phase] = level;
      position = interpolate(this.#reaches, (p * this.#levels + level) * GRID, position);
    }
    return rest;
  }
}

function interpolate(values: Float64Array, base: number, position: number): number {
  const at = Math.min(GRID - 2, position | 0);
  const low = values[base + at] ?? 0;
  return low + (position - at) * ((values[base + at + 1] ?? 0) - low);
}
