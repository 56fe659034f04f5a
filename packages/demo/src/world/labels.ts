import { labelPrice, type PriceEnding } from '@palier/domain';

const RULE = { price_list_id: null, rounding: 'nearest', max_distance_pct: null } as const;

/** How the chain's markdown labels end: « ,49 » or « ,99 » for small prices, « ,99 » up to 100 €, whole euros above. */
export const DEMO_PRICE_ENDINGS: readonly PriceEnding[] = [
  { ...RULE, from_price: 0, to_price: 30, points: { kind: 'endings', cents: [49, 99] } },
  { ...RULE, from_price: 30, to_price: 100, points: { kind: 'endings', cents: [99] } },
  { ...RULE, from_price: 100, to_price: null, points: { kind: 'endings', cents: [0] } },
];

/** What a product's label bears at a discount (a rate in [0, 1[), in cents. */
export function labelCents(price_cents: number, discount: number): number {
  return Math.round(100 * labelPrice(price_cents / 100, Math.round(100 * discount), DEMO_PRICE_ENDINGS));
}
