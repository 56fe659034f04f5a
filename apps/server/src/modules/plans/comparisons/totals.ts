import type { PlanComparison } from '@palier/contract';
import { addKnown, type Horizon, knownOrNull, meanDiscountPct, sellThroughPct } from '@palier/domain';
import type { BestTotals, HorizonTotals } from '@palier/engine';

type Horizons = PlanComparison['nothing'];
type Best = PlanComparison['best'];
type Bucket = PlanComparison['current']['discount_distribution'][number];

export type HorizonBest = Record<Horizon, BestTotals>;

const over = <T>(make: (horizon: Horizon) => T): Record<Horizon, T> => ({
  phase: make('phase'),
  end: make('end'),
});

/** Sums of figures are of the lines of several projects as of one: every one that is known adds up. */
function addAll<T extends object>(parts: readonly T[]): T {
  const [first] = parts;
  if (!first) throw new Error('nothing to add up');
  const sum = (name: string): number =>
    parts.reduce((total, part) => addKnown(total, Number(Reflect.get(part, name) ?? Number.NaN)), Number.NaN);
  return Object.fromEntries(Object.keys(first).map((name) => [name, sum(name)])) as T;
}

export const sumTotals = (parts: readonly HorizonTotals[]): HorizonTotals =>
  over((horizon) => addAll(parts.map((part) => part[horizon])));
export const sumBest = (parts: readonly HorizonBest[]): HorizonBest =>
  over((horizon) => addAll(parts.map((part) => part[horizon])));

export function presentBest(best: HorizonBest): Best {
  return over((horizon) => {
    const { units, sales, profit, profit_after_leftovers, residual_stock, season_units } = best[horizon];
    return {
      sales_qty: units,
      sales: knownOrNull(sales),
      profit: knownOrNull(profit),
      profit_after_leftovers: knownOrNull(profit_after_leftovers),
      stock: knownOrNull(residual_stock),
      sell_through_pct: sellThroughPct(season_units, residual_stock),
    };
  });
}

export function presentHorizons(totals: HorizonTotals): Horizons {
  return over((horizon) => {
    const of = totals[horizon];
    return {
      sales_qty: of.units,
      sales: knownOrNull(of.sales),
      profit: knownOrNull(of.profit),
      profit_after_leftovers: knownOrNull(of.profit_after_leftovers),
      stock: knownOrNull(of.residual_stock),
      discount_budget: knownOrNull(of.discount_amount),
      sales_discount_pct: meanDiscountPct(of.sales, of.list_sales),
      sell_through_pct: sellThroughPct(of.season_units, of.residual_stock),
    };
  });
}

/** Products and stock at each discount, of several projects as of one. */
export function sumBuckets(distributions: readonly (readonly Bucket[])[]): Bucket[] {
  const sums = new Map<number | null, Bucket>();
  for (const bucket of distributions.flat()) {
    const known = sums.get(bucket.discount_pct);
    sums.set(bucket.discount_pct, {
      discount_pct: bucket.discount_pct,
      discount_count: (known?.discount_count ?? 0) + bucket.discount_count,
      sum_stock_qty: (known?.sum_stock_qty ?? 0) + bucket.sum_stock_qty,
    });
  }
  return [...sums.values()].sort((a, b) => (a.discount_pct ?? 0) - (b.discount_pct ?? 0));
}

type Past = PlanComparison['last_year']['end'];

const orNull = (sum: number | null): number | null => (sum === null ? null : knownOrNull(sum));

/** Last year's figures of several projects; not known as soon as one's are not. */
export function sumPast(parts: readonly Past[]): Past {
  const known = parts.flatMap((part) => part ?? []);
  if (known.length < parts.length || known.length === 0) return null;
  const { sales_qty, sales, profit, discount_budget } = addAll(known);
  return {
    sales_qty,
    sales: orNull(sales),
    profit: orNull(profit),
    discount_budget: orNull(discount_budget),
  };
}
