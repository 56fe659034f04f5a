import type { LinePrices, ProjectFacts } from '@palier/analytics';
import { endingsAt, labelPrice, type PriceEnding, type VariantPrice } from '@palier/domain';
import { type SignedDiscount, type SignedPrice, signedPriceOf } from '../../discounts/index.ts';

/** A line's selling price, and those of its variants that are sold at another; null: not known. */
export interface Selling {
  price: number | null;
  variants: [item_id: string, price: number][];
}

export interface Signing {
  endings: readonly PriceEnding[];
  levels: readonly number[];
  /** What was signed of the phase before, which no rule raises. */
  before: ReadonlyMap<string, SignedDiscount>;
}

/** What the label of a line bears at a discount (points); null for a line that is not known. */
export type PriceOf = (discount_id: string, discountPct: number) => SignedPrice | null;

/** What a validation signs: the labels of a project's lines by the facts on screen. */
export async function signedPrices(facts: ProjectFacts, signing: Omit<Signing, 'endings'>): Promise<PriceOf> {
  const lines: LinePrices[] = [];
  for await (const batch of facts.rows({ fields: ['price', 'variants'], excludes: ['curve'] }))
    for (const { _id, price: found, variants } of batch) {
      const price = typeof found === 'number' ? found : (found?.[0] ?? null);
      lines.push({ _id, price, variants: variants ?? [] });
    }
  return labelsOf(sellingOf(lines), { ...signing, endings: facts.manifest().price_endings ?? [] });
}

/** What lines sell at, by line. */
export function sellingOf(lines: readonly LinePrices[]): ReadonlyMap<string, Selling> {
  return new Map(
    lines.map(({ _id, price, variants }) => [_id, { price, variants: otherPrices(price, variants ?? []) }]),
  );
}

/** The labels of lines at any discount. */
export function labelsOf(
  selling: ReadonlyMap<string, Selling>,
  { endings, levels, before }: Signing,
): PriceOf {
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
