import type { FieldValue, LineRow } from '@palier/analytics';
import type { Cell, Sheet } from './sheet.ts';

/** Fields that the price file reads of each line. */
export const PRICE_FIELDS = [
  'item_group_id',
  'title',
  'brand',
  'price',
  'item_id',
  'variants',
  'discount_pct',
];

type Variant = { item_id: string; size: string | null; price: number | null };

/**
 * The prices that shops label: a row for each variant (for each product whose variants are not known) with its
 * price before and after the discount in force. Products without a discount are left out; 0 % is one.
 *
 * @param from first day of the prices, YYYY-MM-DD.
 */
export function priceSheet(
  name: string,
  lines: AsyncIterable<LineRow[]>,
  { currency, from }: { currency: string; from: string | null },
): Sheet {
  return {
    name,
    columns: [
      { label: 'Code produit', kind: 'text', width: 18 },
      { label: 'SKU', kind: 'text', width: 20 },
      { label: 'Taille', kind: 'text', width: 10 },
      { label: 'Libellé', kind: 'text', width: 42 },
      { label: 'Marque', kind: 'text', width: 18 },
      { label: 'Prix avant démarque', kind: 'money', width: 16, currency },
      { label: 'Démarque (%)', kind: 'percent', width: 14 },
      { label: 'Prix démarqué', kind: 'money', width: 16, currency },
      { label: 'Devise', kind: 'text', width: 9 },
      { label: 'À partir du', kind: 'date', width: 14 },
    ],
    rows: priceRows(lines, currency, from),
  };
}

async function* priceRows(
  lines: AsyncIterable<LineRow[]>,
  currency: string,
  from: string | null,
): AsyncGenerator<Cell[][]> {
  for await (const batch of lines) yield batch.flatMap((line) => rowsOf(line, currency, from));
}

function rowsOf(line: LineRow, currency: string, from: string | null): Cell[][] {
  const discount = line.discount_pct;
  if (typeof discount !== 'number') return [];
  const { item_group_id } = line;
  return variantsOf(line).map(({ item_id, size, price }) => [
    ...[item_group_id, item_id, size, text(line.title), text(line.brand), price, discount],
    ...[price === null ? null : markedDown(price, discount), currency, from],
  ]);
}

/** Price × (1 − discount) to the cent, halves up; the discount in points. */
export function markedDown(price: number, discount_pct: number): number {
  return Math.round(Number((price * (100 - discount_pct)).toFixed(6))) / 100;
}

function variantsOf(line: LineRow): { item_id: string | null; size: string | null; price: number | null }[] {
  const usual = typeof line.price === 'number' ? line.price : null;
  if (Array.isArray(line.variants) && line.variants.length > 0) {
    return (line.variants as FieldValue[] as Variant[]).map((variant) => ({
      ...variant,
      price: variant.price ?? usual,
    }));
  }
  const codes = Array.isArray(line.item_id) && line.item_id.length > 0 ? line.item_id : [null];
  return codes.map((code) => ({ item_id: text(code), size: null, price: usual }));
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
