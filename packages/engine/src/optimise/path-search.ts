import { expectedSales } from '../numeric/negative-binomial.ts';
import { SalesCurve } from '../numeric/sales-curve.ts';
import { projectOf } from './level-prices.ts';
import { allows, type PathRange } from './paths.ts';
import type { Resource } from './rows.ts';
import type { MarkdownProblem } from './types.ts';
import { CLEARANCE_TARGET, DEPTH_TIE_BREAK, unitUse, unitValue } from './unit-value.ts';

/** Points of the grid of demand served so far. */
const GRID = 97;

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
  #range: PathRange = { low: 0, first_high: 0, high: 0, allowed: 1, phases: 1 };
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
    for (let p = this.#phases - 1; p >= 1; p--) this.#fillPhase(p);
    for (let first = this.#range.low; first <= this.#range.first_high; first++) {
      if (!allows(this.#range, first)) continue;
      const at = first * GRID;
      const sold = this.#sells[at] ?? 0;
      const next = this.#reaches[at] ?? 0;
      const value = (this.#priced[first] ?? 0) * sold + this.#tie(first) + this.#valueAt(1, first, next);
      visit(first, value, this.#follow(first));
    }
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

  #fillPhase(phase: number): void {
    const { low, high } = this.#range;
    for (let l = high; l >= low; l--) {
      const at = (phase * this.#levels + l) * GRID;
      const worth = this.#priced[phase * this.#levels + l] ?? 0;
      const tie = this.#tie(l);
      const open = allows(this.#range, l);
      for (let g = 0; g < GRID; g++) {
        const here = !open
          ? Number.NEGATIVE_INFINITY
          : worth * (this.#sells[at + g] ?? 0) +
            tie +
            this.#valueAt(phase + 1, l, this.#reaches[at + g] ?? 0);
        const deeper = l < high ? (this.#value[at + GRID + g] ?? 0) : Number.NEGATIVE_INFINITY;
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
    let level = first;
    let position = this.#reaches[first * GRID] ?? 0;
    for (let p = 1; p < this.#phases; p++) {
      level = this.#choice[(p * this.#levels + level) * GRID + Math.round(position)] ?? level;
      this.#plan[p] = level;
      position = interpolate(this.#reaches, (p * this.#levels + level) * GRID, position);
    }
    return this.#plan;
  }
}

function interpolate(values: Float64Array, base: number, position: number): number {
  const at = Math.min(GRID - 2, position | 0);
  const low = values[base + at] ?? 0;
  return low + (position - at) * ((values[base + at + 1] ?? 0) - low);
}
