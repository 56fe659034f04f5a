import type { LinePrices, RecodedArticle, SignedLine, SignedLines } from '@palier/analytics';
import { type PriceEnding, priceRise } from '@palier/domain';
import {
  type NewLine,
  type SignedDiscount,
  type SignedPrice,
  signedPriceOf,
  underNewCodes,
} from '../../discounts/index.ts';
import type { SignedBefore } from '../work.ts';
import { labelsOf, type PriceOf, sellingOf } from './signed.ts';

/**
 * What a snapshot keeps of the phase before, so that its prices can be compared with the labels in shops: the listing
 * makes the label of a product, but not those of variants at other prices, which are compared here at every level.
 */
export function signedLines(
  before: SignedBefore,
  prices: readonly LinePrices[],
  { endings, levels }: { endings: readonly PriceEnding[]; levels: readonly number[] },
): SignedLines {
  const labels = labelsOf(sellingOf(prices), { endings, levels, before: before.lines });
  const lines = prices.flatMap((line): [string, SignedLine][] => {
    const signed = before.lines.get(line._id);
    if (!signed) return [];
    const { price, list_price } = signed;
    return [[line._id, { price, list_price, variant_rises: variantRises(line, signed, { labels, levels }) }]];
  });
  return { phase: before.phase, lines: new Map(lines) };
}

/** With what new lines bring of the phase, which is signed as they are added: the figures that they come with have it too. */
export function withBrought(
  { phase, lines }: SignedBefore,
  added: readonly NewLine[],
  line_ids: ReadonlyMap<string, string>,
): SignedBefore {
  const brought = added.flatMap(({ discount_id, item_group_id, ...line }): [string, SignedDiscount][] => {
    const discount_pct = line.previous_discount_pcts[phase];
    const label = line.signed_prices[phase];
    if (line_ids.has(item_group_id) || discount_pct === undefined || !label) return [];
    return [[discount_id, { ...label, discount_pct, carried: false }]];
  });
  return { phase, lines: new Map([...brought, ...lines]) };
}

/** With what was signed of articles under the codes that they have in the figures to come. */
export function beforeUnderNewCodes(
  { phase, lines }: SignedBefore,
  recoded: readonly RecodedArticle[],
): SignedBefore {
  const renamed = new Map(lines);
  for (const [_id, articles] of Map.groupBy(recoded, (one) => one._id)) {
    const signed = lines.get(_id);
    if (signed) renamed.set(_id, { ...signed, variants: underNewCodes(signed.variants, articles) });
  }
  return { phase, lines: renamed };
}

function variantRises(
  { _id, variants }: LinePrices,
  signed: SignedDiscount,
  { labels, levels }: { labels: PriceOf; levels: readonly number[] },
): SignedLine['variant_rises'] {
  const rises = levels.map((level) => {
    const label = labels(_id, level);
    const found =
      label && variants
        ? riseOfVariants(
            variants.map(({ item_id }) => item_id),
            label,
            signed,
          )
        : [];
    return found.length === 0 ? null : Math.max(...found);
  });
  return rises.every((rise) => rise === null) ? null : rises;
}

/** Of the variants that are there, at a price of their own then or now: the others have their product's. */
function riseOfVariants(item_ids: readonly string[], label: SignedPrice, signed: SignedPrice): number[] {
  const isOwn = (id: string): boolean => id in (label.variants ?? {}) || id in (signed.variants ?? {});
  return item_ids
    .filter(isOwn)
    .flatMap(
      (id) =>
        priceRise(signedPriceOf(label, id)?.price ?? null, signedPriceOf(signed, id)?.price ?? null) ?? [],
    );
}
