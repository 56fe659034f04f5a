import { type Announcement, addDays, announcedPct, PRIOR_PRICE_DAYS, type PriceRow } from '@palier/domain';
import { ownOf, type PricedLine, type Prior, saidOf } from './priced-lines.ts';

/** A variant's price with what proves its announcement; a proof is written of these, as a sheet and as a page. */
export interface ProvenPrice {
  row: PriceRow & { discount_pct: number };
  /** First day of the first reduction, which the days are counted before. */
  first: string;
  prior: Prior | undefined;
  before: number | null;
  announced_pct: number | null;
  announced: Announcement | null;
  /** What proves the prior price, in a few words; null where nothing does. */
  source: string | null;
  /** The price of each of the days before `first`, the oldest first; null where it is not known or not sold yet. */
  days: (number | null)[];
}

/**
 * The prices of a product, variant by variant, with what proves them; none where the phase gives it none.
 * @param starts first day of each phase of the project
 */
export function provenPrices(
  { rows, priors, chain, points }: PricedLine,
  starts: readonly string[],
): ProvenPrice[] {
  return rows.flatMap((row): ProvenPrice[] => {
    const { item_id, price, discount_pct } = row;
    if (discount_pct === null) return [];
    const first = starts[chain] ?? row.first_day;
    const prior = ownOf(priors, item_id).find((one) => one.phase === chain);
    const own = ownOf(points, item_id);
    const before = prior?.price ?? null;
    const days = Array.from({ length: PRIOR_PRICE_DAYS }, (_, at): number | null => {
      const date = addDays(first, at - PRIOR_PRICE_DAYS);
      return date < (prior?.begins ?? first)
        ? null
        : (own.findLast((one) => one.date <= date)?.price ?? null);
    });
    return [
      {
        ...{ row: { ...row, discount_pct }, first, prior, before, days },
        announced_pct: announcedPct(price, before),
        announced: saidOf({ list_price: row.selling_price, price }, discount_pct, before),
        source: sourceText(prior, row.price_list),
      },
    ];
  });
}

function sourceText(prior: Prior | undefined, priceList: string): string | null {
  if (!prior || prior.source === null) return null;
  if (prior.source === 'till') return `Caisse : ${prior.sales_count ?? 0} ventes à ce prix`;
  return prior.source === 'paid' ? 'Tarif des prix payés' : priceList;
}
