import type { PricedProduct } from '@palier/contract';
import { addDays } from '@palier/domain';

/** A price from a day on, until the next. Days are YYYY-MM-DD; null: unknown. */
export interface PriceStep {
  date: string;
  price: number | null;
}

type Priced = Pick<PricedProduct, 'counted_from' | 'reduced_from' | 'days'>;

/** The prices of the days that count before the first reduction, from the first of them. */
export function stepsBefore({ counted_from, reduced_from, days }: Priced): PriceStep[] {
  const at = days.findLast(({ date }) => date <= counted_from);
  const later = days.filter(({ date }) => date > counted_from && date < reduced_from);
  return [{ date: counted_from, price: at?.price ?? null }, ...later];
}

/** Those days, then the phases from the first reduction on. */
export function stepsThrough(product: Priced & Pick<PricedProduct, 'phases'>): PriceStep[] {
  const phases = product.phases.filter(({ first_day }) => first_day >= product.reduced_from);
  return [...stepsBefore(product), ...phases.map(({ first_day, price }) => ({ date: first_day, price }))];
}

/**
 * From the prior price's first day to the day after its last; null where it is the price of every day, or of none. The
 * till proves the days of its sales alone.
 */
export function lowestDays(
  product: Priced & Pick<PricedProduct, 'prior_price' | 'prior_price_date' | 'prior_price_source'>,
): { from: string; until: string } | null {
  const { prior_price, prior_price_date: from, prior_price_source, counted_from } = product;
  if (prior_price === null || from === null) return null;
  if (prior_price_source === 'till') return { from, until: addDays(from, 1) };
  if (from <= counted_from) return null;
  const next = stepsBefore(product).find(({ date }) => date > from);
  return { from, until: next?.date ?? product.reduced_from };
}
