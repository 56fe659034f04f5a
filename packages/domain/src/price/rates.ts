/**
 * At most this much of a total is what rounding left of amounts that cancel out (sales and their returns): nothing to
 * measure a rate on. In units or currency.
 */
export const RESIDUE = 1e-6;

/** A part of a whole; null when there is no whole to speak of: zero, a residue of rounding, negative or unknown. */
export function ratio(part: number, whole: number): number | null {
  return whole > RESIDUE ? part / whole : null;
}

/** The share of a part in points; null when there is no whole to speak of. */
export function sharePct(part: number, whole: number): number | null {
  return ratio(100 * part, whole);
}

/** Mean discount rate in points from turnover and full-price turnover; null when nothing was sold. */
export function meanDiscountPct(sales: number, listSales: number): number | null {
  const kept = ratio(sales, listSales);
  return kept === null ? null : 100 * (1 - kept);
}

/** Sell-through (« taux d’écoulement ») in points: what is sold, of that and what is left; null when there was nothing. */
export function sellThroughPct(soldQty: number, leftQty: number): number | null {
  return sharePct(soldQty, soldQty + leftQty);
}

/** « Taux de marque »: margin of a unit at full price as a share of its price, both tax excluded, in points. */
export function marginPct(basePrice: number, cost: number): number | null {
  return sharePct(basePrice - cost, basePrice);
}

/** A sum of what is known: what is not is left out, and NaN until something is. */
export function addKnown(sum: number, value: number | undefined): number {
  if (value === undefined || !Number.isFinite(value)) return sum;
  return Number.isNaN(sum) ? value : sum + value;
}

/** What a sum says; null where nothing of it is known. */
export function knownOrNull(sum: number): number | null {
  return Number.isFinite(sum) ? sum : null;
}
