import type { PriorPriceState } from '../law/prior-price.ts';

/** What a price file says of a variant (of a product whose variants are not known) in a phase. Days are YYYY-MM-DD. */
export interface PriceRow {
  item_group_id: string;
  /** Code of the variant, often its EAN. */
  item_id: string | null;
  size: string | null;
  title: string | null;
  brand: string | null;
  /** The list that the selling price is of, as it is called. */
  price_list: string;
  /** Codes of the places that sell at it; all of them when none is named. */
  places: string;
  /** What a file that has rows by place calls the place, or the country, of a row; null where rows are by price list. */
  place_name: string | null;
  /** Before any discount, incl. tax. */
  selling_price: number | null;
  /** The lowest price of the days before the first reduction. */
  prior_price: number | null;
  prior_price_date: string | null;
  prior_price_state: PriorPriceState;
  /** Decided, in points; null where the phase gives no price. */
  discount_pct: number | null;
  /** Of a unit in the phase, incl. tax; null where the phase gives none. */
  price: number | null;
  /** What may be announced of it, in points. */
  announced_pct: number | null;
  currency: string;
  first_day: string;
  last_day: string;
  phase: string;
  status: string;
  /** Why it has no price, keeps an earlier one or may not be announced; null where nothing is to be said. */
  reason: string | null;
}

export type PriceFileField = keyof PriceRow;

/** What the cells of a field of a price file hold. */
export type PriceCellKind = 'text' | 'price' | 'percent' | 'date';

interface FieldWords {
  label: string;
  kind: PriceCellKind;
  /** In characters. */
  width: number;
}

/** The fields that a column may hold, with its usual heading. */
export const PRICE_FILE_FIELDS: Readonly<Record<PriceFileField, FieldWords>> = {
  item_group_id: { label: 'Code produit', kind: 'text', width: 18 },
  item_id: { label: 'SKU', kind: 'text', width: 20 },
  size: { label: 'Taille', kind: 'text', width: 10 },
  title: { label: 'Libellé', kind: 'text', width: 42 },
  brand: { label: 'Marque', kind: 'text', width: 18 },
  price_list: { label: 'Tarif', kind: 'text', width: 20 },
  places: { label: 'Lieux', kind: 'text', width: 24 },
  place_name: { label: 'Nom du lieu ou du pays', kind: 'text', width: 24 },
  selling_price: { label: 'Prix avant démarque', kind: 'price', width: 16 },
  prior_price: { label: 'Prix antérieur', kind: 'price', width: 16 },
  prior_price_date: { label: 'Prix antérieur depuis le', kind: 'date', width: 14 },
  prior_price_state: { label: 'Preuve du prix antérieur', kind: 'text', width: 28 },
  discount_pct: { label: 'Démarque (%)', kind: 'percent', width: 14 },
  announced_pct: { label: 'Annoncé (%)', kind: 'percent', width: 14 },
  price: { label: 'Prix démarqué', kind: 'price', width: 16 },
  currency: { label: 'Devise', kind: 'text', width: 9 },
  first_day: { label: 'À partir du', kind: 'date', width: 14 },
  last_day: { label: 'Jusqu’au', kind: 'date', width: 14 },
  phase: { label: 'Phase', kind: 'text', width: 18 },
  status: { label: 'Statut', kind: 'text', width: 24 },
  reason: { label: 'Raison', kind: 'text', width: 44 },
};

export const PRICE_FILE_FIELD_NAMES = Object.keys(PRICE_FILE_FIELDS) as [PriceFileField, ...PriceFileField[]];

/** What a later file must say again when it has changed. */
export type PricePoint = Pick<
  PriceRow,
  'selling_price' | 'prior_price' | 'price' | 'announced_pct' | 'currency'
>;

/** Names the variant that a row is of: by its own code, which a new product code or another way to write its size leaves. */
export function priceKey(row: Pick<PriceRow, 'item_group_id' | 'item_id' | 'size'>): string {
  return (row.item_id === null ? [row.item_group_id, '', row.size ?? ''] : ['', row.item_id]).join('\u001f');
}

/**
 * Whether a till and a label that have one need the other: the price, what it is announced against and at, the selling
 * price and the currency. The discount that made the price and what the product is called are no part of it.
 */
export function isSamePrice(one: PricePoint, other: PricePoint): boolean {
  return (
    isSameAmount(one.price, other.price) &&
    isSameAmount(one.prior_price, other.prior_price) &&
    isSameAmount(one.selling_price, other.selling_price) &&
    one.announced_pct === other.announced_pct &&
    one.currency === other.currency
  );
}

function isSameAmount(one: number | null, other: number | null): boolean {
  if (one === null || other === null) return one === other;
  return Math.round(one * 100) === Math.round(other * 100);
}
