import type { LinePrices } from '@palier/analytics';
import type { PriceEnding } from '@palier/domain';
import type { NewLine, SignedDiscount, SignedPrice } from '../../discounts/index.ts';
import { labelsOf, sellingOf } from './signed.ts';

const UNKNOWN: SignedPrice = { list_price: null, price: null, variants: null };

/**
 * New lines with the labels of the phases that they bring as already past: made phase after phase as a validation makes
 * them, at the selling prices of today, which are the only ones known.
 */
export function withPastLabels(
  lines: readonly Omit<NewLine, 'signed_prices'>[],
  prices: readonly LinePrices[],
  { endings, levels }: { endings: readonly PriceEnding[]; levels: readonly number[] },
): NewLine[] {
  const selling = sellingOf(prices);
  return lines.map((line) => {
    const signed: SignedDiscount[] = [];
    for (const discount_pct of line.previous_discount_pcts) {
      const last = signed.at(-1);
      const before = new Map(last ? [[line.discount_id, last]] : []);
      const labels = labelsOf(selling, { endings, levels, before });
      const label = labels(line.discount_id, discount_pct) ?? UNKNOWN;
      signed.push({ ...label, discount_pct, carried: false });
    }
    return {
      ...line,
      signed_prices: signed.map(({ list_price, price, variants }) => ({ list_price, price, variants })),
    };
  });
}
