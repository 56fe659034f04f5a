import type { FileKind } from '../types.ts';
import type { Reading } from './reading.ts';

function isStockHeading(reading: Reading): boolean {
  return reading.columns.get('quantity')?.meaning.concepts.has('stock') === true;
}

/** The stock of a file of sales whose headings say two quantities. */
function stockBeside(chosen: Reading, readings: readonly Reading[]): Reading | undefined {
  const sold = chosen.columns.get('quantity')?.position;
  return readings.find(
    (reading) =>
      reading.kind === 'stock' &&
      isStockHeading(reading) &&
      reading.columns.get('quantity')?.position !== sold,
  );
}

const DESCRIPTIONS = ['title', 'name', 'brand', 'section', 'family', 'subfamily', 'color', 'price', 'cost'];
/** A stock with fewer descriptions than this repeats them for the eye alone. */
const DESCRIBED = 4;
/** Share of codes that the organisation knows from which its articles came by another way. */
const KNOWN = 0.5;

/** The articles of a file of stocks that describes them, as long as nothing else did. */
function articlesIn(chosen: Reading, readings: readonly Reading[]): Reading | undefined {
  const product = chosen.columns.get('item_group_id');
  if (!product || product.values.known_products >= KNOWN) return undefined;
  return readings.find(
    ({ kind, columns }) =>
      kind === 'items' && DESCRIPTIONS.filter((name) => columns.has(name)).length >= DESCRIBED,
  );
}

/** The stock by place or day of a list of articles, which a mere column of stock would lose. */
function stockByPlace(_: Reading, readings: readonly Reading[]): Reading | undefined {
  return readings.find(
    (reading) =>
      reading.kind === 'stock' &&
      isStockHeading(reading) &&
      (reading.columns.has('inventory_code') || reading.columns.has('date')),
  );
}

const BESIDE: Partial<Record<FileKind, typeof stockBeside>> = {
  sales: stockBeside,
  stock: articlesIn,
  items: stockByPlace,
};

/**
 * Every reading that a file feeds: weekly sales that also have the stock of each row feed both; a stock that describes
 * articles not known yet feeds them too, and a list of articles by place is a stock.
 */
export function alsoRead(chosen: Reading, readings: readonly Reading[]): Reading[] {
  const other = BESIDE[chosen.kind]?.(chosen, readings);
  return other ? [chosen, other] : [chosen];
}
