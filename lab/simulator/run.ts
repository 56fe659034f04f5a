import type { Shelf } from '../../packages/demo/src/world/shelf.ts';
import type { Market, MarketItem } from './market.ts';
import { LEVELS, nearbyDiscounts, phaseCount, playPhase, unitValue } from './market.ts';
import type { PhaseResult, Policy } from './policy.ts';
import { neverUp } from './rule-policies.ts';

/** What a policy brought, per item. */
export interface PolicyRun {
  profit: Float64Array;
  units: Float64Array;
  /** Σ price × discount × units, and Σ price × units: their ratio is the mean discount. */
  discount_amount: number;
  list_amount: number;
  /** What happened phase by phase; empty under full foresight. */
  phases: readonly PhaseResult[];
}

/** Plays a policy over every phase. */
export function runPolicy(market: Market, policy: Policy, residual_value: number): PolicyRun {
  const decide = policy.open(market, residual_value);
  const shelves = market.items.map((item) => item.shelf.copy());
  const past: PhaseResult[] = [];
  const run = emptyRun(market.items.length);
  for (let phase = 0; phase < phaseCount(market); phase++) {
    const stock = Float64Array.from(shelves, (shelf) => shelf.total());
    const in_stock = Float64Array.from(market.items, (item, index) =>
      (shelves[index] as Shelf).inStock(item.reach),
    );
    const present = { phase, stock, in_stock, past };
    const discount = neverUp(present, decide(present));
    const days = (market.phase_days[phase + 1] ?? 0) - (market.phase_days[phase] ?? 0);
    const nearby = nearbyDiscounts(market, discount);
    const daily = new Float64Array(market.items.length * days);
    const units = Float64Array.from(market.items, (item, index) => {
      const each = daily.subarray(index * days, (index + 1) * days);
      const around = { past: past.map((result) => result.discount[index] ?? 0), nearby: nearby[index] ?? 0 };
      return playPhase(market, item, shelves[index] as Shelf, phase, discount[index] ?? 0, around, each);
    });
    market.items.forEach((item, index) => {
      add(run, item, index, discount[index] ?? 0, units[index] ?? 0, residual_value);
    });
    past.push({ discount, units, daily, stock, in_stock });
  }
  return { ...run, phases: past };
}

/** Discounts that a foresight takes its neighbours for, before it knows theirs; then each takes the others' own. */
const FIRST_GUESS = 0.4;
const ROUNDS = 2;

/**
 * Perfect foresight: the best of every path of discounts, played against the very customers who come. Where products
 * take sales from each other, each path is the best one against the others' of a round before: near the best of all.
 */
export function runForesight(market: Market, residual_value: number): PolicyRun {
  const phases = phaseCount(market);
  const guess = new Float64Array(market.items.length).fill(FIRST_GUESS);
  let nearby = Array.from({ length: phases }, () => nearbyDiscounts(market, guess));
  let plan: Float64Array[] = [];
  for (let round = 0; round < (market.world === undefined ? 1 : ROUNDS); round++) {
    plan = Array.from({ length: phases }, () => new Float64Array(market.items.length));
    market.items.forEach((item, index) => {
      const tree = { market, item, residual: residual_value, nearby: nearby.map((each) => each[index] ?? 0) };
      bestPath(tree, item.shelf, [], 0).discounts.forEach((discount, phase) => {
        (plan[phase] as Float64Array)[index] = discount;
      });
    });
    nearby = plan.map((discount) => nearbyDiscounts(market, discount));
  }
  const follow: Policy = {
    key: 'foresight',
    label: 'Tout savoir',
    open: () => (present) => plan[present.phase] as Float64Array,
  };
  return { ...runPolicy(market, follow, residual_value), phases: [] };
}

interface PathTree {
  market: Market;
  item: MarketItem;
  residual: number;
  /** Mean discount of the neighbours in each phase. */
  nearby: readonly number[];
}

/** Depth first over the tree of paths: phases that begin alike are played once. */
function bestPath(
  tree: PathTree,
  shelf: Shelf,
  past: readonly number[],
  lowest: number,
): { value: number; discounts: number[] } {
  const { market, item, residual } = tree;
  const phase = past.length;
  if (phase === phaseCount(market)) return { value: 0, discounts: [] };
  let best: { value: number; discounts: number[] } | null = null;
  for (let level = lowest; level < LEVELS.length; level++) {
    const discount = LEVELS[level] ?? 0;
    const next = shelf.copy();
    const around = { past, nearby: tree.nearby[phase] ?? 0 };
    const units = playPhase(market, item, next, phase, discount, around);
    const rest = bestPath(tree, next, [...past, discount], level);
    const value = units * unitValue(item, discount, residual) + rest.value;
    if (!best || value > best.value) best = { value, discounts: [discount, ...rest.discounts] };
  }
  return best ?? { value: 0, discounts: [] };
}

function emptyRun(items: number): PolicyRun {
  return {
    profit: new Float64Array(items),
    units: new Float64Array(items),
    discount_amount: 0,
    list_amount: 0,
    phases: [],
  };
}

function add(
  run: PolicyRun,
  item: MarketItem,
  index: number,
  discount: number,
  units: number,
  residual: number,
): void {
  run.profit[index] = (run.profit[index] ?? 0) + units * unitValue(item, discount, residual);
  run.units[index] = (run.units[index] ?? 0) + units;
  run.discount_amount += units * discount * item.price;
  run.list_amount += units * item.price;
}
