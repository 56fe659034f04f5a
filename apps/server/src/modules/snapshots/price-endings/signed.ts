import type { ProjectFacts } from '@palier/analytics';
import { endingsAt, labelPrice, type VariantPrice } from '@palier/domain';
import { type SignedDiscount, type SignedPrice, signedPriceOf } from '../../discounts/index.ts';

/** A line's selling price, and those of its variants that are sold at another; null: not known. */
interface Selling {
  price: number | null;
  variants: [item_id: string, price: number][];
}

/**
 * What the label of each line of a project bears at a discount (points), by the facts on screen; null for a line that
 * they do not have. What a validation signs.
 * @param before what was signed of the phase before, which no rule raises
 */
export async function signedPrices(
  facts: ProjectFacts,
  { levels, before }: { levels: readonly number[]; before: ReadonlyMap<string, SignedDiscount> },
): Promise<(discount_id: string, discountPct: number) => SignedPrice | null> {
  const selling = new Map<string, Selling>();
  for await (const batch of facts.rows({ fields: ['price', 'variants'], excludes: ['curve'] }))
    for (const { _id, price: found, variants } of batch) {
      const price = typeof found === 'number' ? found : (found?.[0] ?? null);
      selling.set(_id, { price, variants: otherPrices(price, variants ?? []) });
    }
  const endings = facts.manifest().price_endings ?? [];
  return (discount_id, discountPct) => {
    const line = selling.get(discount_id);
    if (!line) return null;
    const former = before.get(discount_id);
    const own = endingsAt(endings, levels, discountPct);
    const label = (price: number, item_id: string | null): number => {
      const signed = former && signedPriceOf(former, item_id);
      return labelPrice(price, discountPct, own, signed ? { ...former, ...signed } : null);
    };
    const variants = line.variants.map(
      ([item_id, price]) => [item_id, [price, label(price, item_id)] as const] as const,
    );
    return {
      list_price: line.price,
      price: line.price === null ? null : label(line.price, null),
      variants: variants.length > 0 ? Object.fromEntries(variants) : null,
    };
  };
}

function otherPrices(usual: number | null, variants: readonly VariantPrice[]): Selling['variants'] {
  return variants.flatMap(({ item_id, price }): Selling['variants'] =>
    price === null || price === usual ? [] : [[item_id, price]],
  );
}
