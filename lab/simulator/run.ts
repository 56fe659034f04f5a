import type { Shelf } from '../../packages/demo/src/world/shelf.ts';
import type { Market, MarketItem } from './market.ts';
import { LEVELS, phaseCount, playPhase, unitValue } from './market.ts';
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
    const daily = new Float64Array(market.items.length * days);
    const units = Float64Array.from(market.items, (item, index) => {
      const each = daily.subarray(index * days, (index + 1) * days);
      return playPhase(market, item, shelves[index] as Shelf, phase, discount[index] ?? 0, each);
    });
    market.items.forEach((item, index) => {
      add(run, item, index, discount[index] ?? 0, units[index] ?? 0, residual_value);
    });
    past.push({ discount, units, daily, stock, in_stock });
  }
  return { ...run, phases: past };
}

/** Perfect foresight: the best of every path of discounts, played against the very customers who come. */
export function runForesight(market: Market, residual_value: number): PolicyRun {
  const run = emptyRun(market.items.length);
  market.items.forEach((item, index) => {
    const best = bestPath(market, item, item.shelf, 0, 0, residual_value);
    best.steps.forEach(({ discount, units }) => {
      add(run, item, index, discount, units, residual_value);
    });
  });
  return run;
}

interface Path {
  value: number;
  steps: { discount: number; units: number }[];
}

/** Depth first over the tree of paths: phases that begin alike are played once. */
function bestPath(
  market: Market,
  item: MarketItem,
  shelf: Shelf,
  phase: number,
  lowest: number,
  residual: number,
): Path {
  if (phase === phaseCount(market)) return { value: 0, steps: [] };
  let best: Path | null = null;
  for (let level = lowest; level < LEVELS.length; level++) {
    const discount = LEVELS[level] ?? 0;
    const next = shelf.copy();
    const units = playPhase(market, item, next, phase, discount);
    const rest = bestPath(market, item, next, phase + 1, level, residual);
    const value = units * unitValue(item, discount, residual) + rest.value;
    if (!best || value > best.value) best = { value, steps: [{ discount, units }, ...rest.steps] };
  }
  return best ?? { value: 0, steps: [] };
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
