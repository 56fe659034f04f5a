import type { FileKind } from './types.ts';

export type ColumnType = 'string' | 'number' | 'date' | 'week' | 'month';

export interface ColumnSpec {
  name: string;
  type: ColumnType;
  /** Headings that mean this column, normalised: lower case, no accents, `_` between words. */
  synonyms: readonly string[];
  /** Smallest value allowed for a number. */
  minimum?: number;
  /** An unreadable value refuses the row; otherwise it is left out with a warning. */
  strict?: boolean;
  /** Systems write a date of another age (1753, 1900, 9999) where they have none: it is left out, and refuses nothing. */
  other_age_is_none?: true;
}

export interface KindSpec {
  kind: FileKind;
  columns: readonly ColumnSpec[];
  /** Each entry: at least one of these columns must be there (and filled in each row). */
  required: readonly (readonly string[])[];
  /** Words in a file's name that speak for the kind. */
  file_words: readonly string[];
}

export const text = (name: string, ...synonyms: string[]): ColumnSpec => ({ name, type: 'string', synonyms });
export function amount(name: string, ...synonyms: string[]): ColumnSpec {
  return {
    name,
    type: 'number',
    synonyms,
  };
}
export function exact(name: string, ...synonyms: string[]): ColumnSpec {
  return {
    name,
    type: 'number',
    synonyms,
    strict: true,
  };
}
export function price(name: string, ...synonyms: string[]): ColumnSpec {
  return {
    name,
    type: 'number',
    synonyms,
    minimum: 0,
    strict: true,
  };
}
export const date = (name: string, ...synonyms: string[]): ColumnSpec => ({ name, type: 'date', synonyms });

export const optionalDate = (name: string, ...synonyms: string[]): ColumnSpec => ({
  ...date(name, ...synonyms),
  other_age_is_none: true,
});

export const GROUP_ID = text(
  'item_group_id',
  ...[
    'code_produit',
    'reference',
    'ref',
    'ref_produit',
    'reference_produit',
    'produit',
    'product',
    'product_id',
  ],
  ...[
    'product_code',
    'modele',
    'code_modele',
    'style',
    'style_id',
    'article',
    'reference_coloris',
    'ref_coloris',
    'pid',
  ],
);
export const ITEM_ID = text(
  'item_id',
  ...[
    'sku',
    'code_article',
    'code_sku',
    'id_article',
    'ean',
    'ean13',
    'gencod',
    'code_barre',
    'variant',
    'variant_id',
    'upc',
    'upc_id',
    'matnr',
  ],
);
/** The currency of a row's prices and amounts. */
export const CURRENCY = text(
  'currency',
  ...['devise', 'code_devise', 'monnaie', 'currency_code', 'devise_prix', 'price_currency', 'waers'],
);
export const SIZE = text('size', 'taille', 'pointure', 'taille_pointure');
export const QUANTITY = ['quantite', 'qte', 'qty', 'units', 'unites', 'nb', 'nombre', 'pieces', 'volume'];
export const INVENTORY = [
  ...[
    'code_entrepot',
    'entrepot',
    'depot',
    'code_depot',
    'warehouse',
    'inventory',
    'code_inventaire',
    'inventaire',
  ],
  ...[
    'location',
    'code_magasin',
    'magasin',
    'store',
    'store_id',
    'location_code',
    'lieu',
    'code_lieu',
    'site',
    'boutique',
  ],
];

const PIECES = new Set(['quantity', 'stock_qty', 'stock', 'received_quantity', 'returned_quantity']);

/** Whether a column counts pieces. */
export const isOfPieces = (name: string): boolean => PIECES.has(name);
