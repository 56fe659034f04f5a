import { type Line, markedDownPrice, type StandingDiscount } from '@palier/domain';
import { NOT_VALIDATED, type PricePhase } from './price-phase.ts';
import type { Cell, Sheet } from './sheet.ts';

/** Fields that the price file reads of each line. */
export const PRICE_FIELDS = [
  'item_group_id',
  'title',
  'brand',
  'price',
  'item_id',
  'variants',
  'included',
  'discount_pct',
  'previous_discount_pcts',
];

export interface PriceSheetRequest {
  name: string;
  lines: AsyncIterable<Line[]>;
  currency: string;
  phase: PricePhase;
  /** The discount that a line's price stands at in the phase; null when it has none. */
  standing: (line: Line) => StandingDiscount | null;
}

/**
 * The prices that shops label: a row for each variant (for each product whose variants are not known) with its
 * price before and after the discount of a phase, from the first day of the phase to its last. Products that have no
 * price in it are left out; 0 % is one.
 */
export function priceSheet({ name, ...request }: PriceSheetRequest): Sheet {
  const { currency } = request;
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
      { label: 'Jusqu’au', kind: 'date', width: 14 },
      { label: 'Phase', kind: 'text', width: 18 },
      { label: 'Statut', kind: 'text', width: 24 },
    ],
    rows: priceRows(request),
  };
}

type RowsRequest = Omit<PriceSheetRequest, 'name'>;

async function* priceRows({ lines, ...request }: RowsRequest): AsyncGenerator<Cell[][]> {
  for await (const batch of lines) yield batch.flatMap((line) => rowsOf(line, request));
}

function rowsOf(line: Line, { currency, phase, standing }: Omit<RowsRequest, 'lines'>): Cell[][] {
  const found = standing(line);
  if (!found) return [];
  const { item_group_id } = line;
  const { discount_pct } = found;
  const status = statusOf(found, phase);
  return variantsOf(line).map(({ item_id, size, price }) => [
    ...[item_group_id, item_id, size, line.title ?? null, line.brand ?? null, price, discount_pct],
    ...[price === null ? null : markedDownPrice(price, discount_pct), currency],
    ...[phase.first_day, phase.last_day, phase.label, status],
  ]);
}

/** « Reconduite »: the product is left out of the phase, or undecided, and keeps the price that it was marked down to. */
export function statusOf({ carried }: StandingDiscount, { validated }: PricePhase): string {
  if (validated) return carried ? 'Reconduite' : 'Validée';
  return carried ? `Reconduite, ${NOT_VALIDATED}` : `N${NOT_VALIDATED.slice(1)}`;
}

/** Each variant with its selling price; the product itself where they are not known. */
export function variantsOf(
  line: Line,
): { item_id: string | null; size: string | null; price: number | null }[] {
  const { variants, item_id: codes } = line;
  const usual = typeof line.price === 'number' ? line.price : null;
  if (variants?.length) return variants.map((variant) => ({ ...variant, price: variant.price ?? usual }));
  return (codes?.length ? codes : [null]).map((item_id) => ({ item_id, size: null, price: usual }));
}
