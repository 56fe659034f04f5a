import type { PriceChanges } from '@palier/contract';
import { countOf, plural } from '../french.ts';

/** « 14 prix ont changé depuis », with the products when a product has several. */
export function changedPricesText({ price_count, product_count }: PriceChanges): string {
  const products = price_count === product_count ? '' : ` (${countOf(product_count, 'produit')})`;
  return `${countOf(price_count, 'prix', 'prix')}${products} ${plural(price_count, 'a', 'ont')} changé depuis`;
}
