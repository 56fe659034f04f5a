import type { ProjectFacts } from '@palier/analytics';
import { labelPrice, type VariantPrice } from '@palier/domain';
import type { SignedPrice } from '../../discounts/index.ts';

/** A line's selling price, and those of its variants that are sold at another; null: not known. */
interface Selling {
  price: number | null;
  variants: [item_id: string, price: number][];
}

/**
 * What the label of each line of a project bears at a discount (points), by the facts on screen; null for a line that
 * they do not have. What a validation signs.
 */
export async function signedPrices(
  facts: ProjectFacts,
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
    const label = (price: number): number => labelPrice(price, discountPct, endings);
    const variants = line.variants.map(([item_id, price]) => [item_id, [price, label(price)] as const]);
    return {
      list_price: line.price,
      price: line.price === null ? null : label(line.price),
      variants: variants.length > 0 ? Object.fromEntries(variants) : null,
    };
  };
}

function otherPrices(usual: number | null, variants: readonly VariantPrice[]): Selling['variants'] {
  return variants.flatMap(({ item_id, price }): Selling['variants'] =>
    price === null || price === usual ? [] : [[item_id, price]],
  );
}
