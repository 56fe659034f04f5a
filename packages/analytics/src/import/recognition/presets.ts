import { normalizeHeading } from '../headings.ts';
import type { FileKind, FileMapping } from '../types.ts';

/** The layout of an export that a known system writes, and how it is read. */
export interface Preset {
  /** Shown to users, in French. */
  name: string;
  kind: FileKind;
  /** The public page that the layout is taken from. */
  source: string;
  /** Headings that no file but this export has together. */
  signature: readonly string[];
  /** Their heading → our column. */
  columns: Readonly<Record<string, string>>;
}

/** Each layout cites its public source; a system without one is read by its headings, under no name. */
export const PRESETS: readonly Preset[] = [
  {
    name: 'Shopify, produits',
    kind: 'items',
    source: 'https://help.shopify.com/en/manual/products/import-export/using-csv',
    signature: ['Handle', 'Title', 'Vendor', 'Option1 Name', 'Variant SKU', 'Variant Price'],
    columns: {
      Handle: 'item_group_id',
      'Variant SKU': 'item_id',
      Title: 'title',
      Vendor: 'brand',
      Type: 'family',
      'Option1 Value': 'size',
      'Variant Price': 'price',
      'Cost per item': 'cost',
      'Variant Inventory Qty': 'stock_qty',
      'Image Src': 'image_url',
      Tags: 'tags',
    },
  },
  {
    name: 'Shopify, commandes',
    kind: 'sales',
    source: 'https://docs.xbp.app/docs/development/integrations/shopify/order-format',
    signature: [
      'Name',
      'Financial Status',
      'Created at',
      'Lineitem quantity',
      'Lineitem price',
      'Lineitem sku',
    ],
    columns: {
      'Created at': 'date',
      'Lineitem sku': 'item_id',
      'Lineitem quantity': 'quantity',
      'Lineitem price': 'unit_price',
    },
  },
  {
    name: 'SAP, stocks (MARD)',
    kind: 'stock',
    source: 'https://summit-bi.com/resources/sap-reference/tables/MARD',
    signature: ['MATNR', 'WERKS', 'LGORT', 'LABST'],
    columns: { MATNR: 'item_id', WERKS: 'inventory_code', LABST: 'quantity' },
  },
];

/** The known export that a file's headings are those of; null for any other file. */
export function presetOf(headings: readonly string[]): Preset | null {
  const own = new Set(headings.map(normalizeHeading));
  return PRESETS.find(({ signature }) => signature.every((each) => own.has(normalizeHeading(each)))) ?? null;
}

/** A preset as the mapping of one file. */
export function presetMapping({ kind, columns }: Preset, file: string): FileMapping {
  return { match: file, kind, columns };
}
