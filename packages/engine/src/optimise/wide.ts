import type { CandidateTable } from './candidate-table.ts';
import { type Prices, pricedScore, resourcePrices } from './dual.ts';
import { PathSearch } from './path-search.ts';
import { allows, buildPathTree, countPaths, type PathRange, rangeKey } from './paths.ts';
import type { Resource } from './rows.ts';
import type { MarkdownProblem } from './types.ts';
import { type DecisionUnits, rangeOf } from './units.ts';

/** Paths found for each unit whose paths are too many to list. */
export type PathPool = Map<number, Uint8Array[]>;

/** Prices of a resource at which paths are first searched, in shares of the worth of a unit sold. */
const LADDER = [0.1, 0.3, 0.7, 1.5];
/** What the grid may hide of a unit's best value, as a share of it. */
const GRID_MARGIN = 2e-4;

/** Units whose paths are more than the limit. */
export function wideUnits(units: DecisionUnits, limit: number): Int32Array {
  const wide: number[] = [];
  const known = new Map<number | string, boolean>();
  for (let unit = 0; unit < units.unit_count; unit++) {
    const range = rangeOf(units, unit);
    const key = rangeKey(range);
    let isWide = known.get(key);
    if (isWide === undefined) {
      isWide = countPaths(range) > limit;
      known.set(key, isWide);
    }
    if (isWide) wide.push(unit);
  }
  return Int32Array.from(wide);
}

/**
 * Paths of a wide unit worth valuing, in lexicographic order: the best ones at a ladder of prices of each
 * resource, those with at most one rise of level, and the ones of the pool.
 */
export function widePaths(
  problem: MarkdownProblem,
  resources: readonly Resource[],
  pool: PathPool | null,
): (units: DecisionUnits, unit: number, range: PathRange) => Uint8Array[] {
  const search = new PathSearch(problem, resources);
  return (units, unit, range) => {
    const members = units.members.subarray(units.start[unit], units.start[unit + 1]);
    const found = new Map<string, Uint8Array>();
    const keep = (plan: Uint8Array) => {
      const key = String.fromCharCode(...plan);
      if (!found.has(key)) found.set(key, plan.slice());
    };
    search.load(members, range);
    for (const prices of ladder(search, resources.length))
      search.search(prices, (_first, _value, plan) => keep(plan.subarray(0, range.phases)));
    const simple = buildPathTree(range, 1);
    for (let leaf = 0; leaf < simple.leaf_node.length; leaf++)
      keep(simple.leaf_plan.subarray(leaf * range.phases, (leaf + 1) * range.phases));
    for (const plan of pool?.get(unit) ?? []) keep(plan);
    return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, plan]) => plan);
  };
}

/** No price, each resource alone at several prices, and each pair at one. */
function ladder(search: PathSearch, resources: number): Float64Array[] {
  const prices = [new Float64Array(resources)];
  for (let r = 0; r < resources; r++) {
    for (const share of LADDER) {
      const one = new Float64Array(resources);
      one[r] = share * search.scaleOf(r);
      prices.push(one);
    }
    for (let other = 0; other < r; other++) {
      const pair = new Float64Array(resources);
      pair[r] = 0.5 * search.scaleOf(r);
      pair[other] = 0.5 * search.scaleOf(other);
      prices.push(pair);
    }
  }
  return prices;
}

/** What all the paths of wide units allow at given prices. */
export interface WidePricing {
  /** What the bound gains over the one of the listed candidates. */
  bound_gain: number;
  /** Units for which better paths were found, and these paths. */
  found: PathPool;
}

/**
 * Searches every path of the wide units at the prices of the rules: paths that beat the listed ones are worth
 * adding, and what they are worth makes the bound hold for all paths.
 */
export function priceWide(
  problem: MarkdownProblem,
  units: DecisionUnits,
  resources: readonly Resource[],
  table: CandidateTable,
  wide: Int32Array,
  prices: Prices,
): WidePricing {
  const search = new PathSearch(problem, resources);
  const pricing: WidePricing = { bound_gain: 0, found: new Map() };
  const best = new Float64Array(problem.levels.length);
  for (const unit of wide) {
    const range = rangeOf(units, unit);
    const members = units.members.subarray(units.start[unit], units.start[unit + 1]);
    best.fill(Number.NEGATIVE_INFINITY);
    const own = resourcePrices(prices, units, unit);
    const plans: Uint8Array[] = [];
    // A group takes one path: the sum of its members' own best paths bounds it.
    for (const item of members) {
      search.load([item], range);
      search.search(own, (first, value, plan) => {
        const others = best[first] ?? Number.NEGATIVE_INFINITY;
        best[first] = value + (others === Number.NEGATIVE_INFINITY ? 0 : others);
        if (members.length === 1) plans.push(plan.slice(0, range.phases));
      });
    }
    if (members.length > 1) {
      search.load(members, range);
      search.search(own, (_first, _value, plan) => plans.push(plan.slice(0, range.phases)));
    }
    const score = listedScore(table, units, prices, unit);
    const reachable = bestPriced(units, prices, unit, range, best);
    const margin = GRID_MARGIN * Math.abs(reachable);
    pricing.bound_gain += Math.max(0, reachable + margin - score);
    if (reachable - score > margin) pricing.found.set(unit, plans);
  }
  return pricing;
}

function listedScore(table: CandidateTable, units: DecisionUnits, prices: Prices, unit: number): number {
  let best = Number.NEGATIVE_INFINITY;
  for (let c = table.start[unit] ?? 0; c < (table.start[unit + 1] ?? 0); c++)
    best = Math.max(best, pricedScore(table, units, prices, unit, c));
  return best;
}

function bestPriced(
  units: DecisionUnits,
  prices: Prices,
  unit: number,
  range: PathRange,
  value: Float64Array,
): number {
  let best = Number.NEGATIVE_INFINITY;
  const base = (units.project[unit] ?? 0) * prices.level_count;
  for (let first = range.low; first <= range.first_high; first++) {
    if (!allows(range, first)) continue;
    const charged =
      (units.weight[unit] ?? 0) * (prices.count[base + first] ?? 0) +
      (units.stock[unit] ?? 0) * (prices.stock[base + first] ?? 0);
    best = Math.max(best, (value[first] ?? 0) - charged);
  }
  return best;
}
