import { AMAZON_PAID, AmazonOrders } from '../exports/amazon-orders.ts';
import {
  SAP_PRICE_LIST,
  SAP_PRODUCT,
  SAP_SOLD,
  SAP_TITLE,
  SAP_VARIANT,
  SapArticles,
  SapMovements,
  SapPrices,
} from '../exports/sap.ts';
import { PAID, ShopifyOrders } from '../exports/shopify-orders.ts';
import { OPTION_COLOR, OPTION_SIZE, ShopifyProducts } from '../exports/shopify-products.ts';
import { WOO, WooProducts } from '../exports/woo-products.ts';
import { normalizeHeading } from '../headings.ts';
import type { RowRewriter } from '../shapes/row-rewriter.ts';
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
  /** For exports whose rows complete one another: what writes each as a record of its own. */
  rewriter?: (headings: readonly string[]) => RowRewriter;
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
      [OPTION_SIZE]: 'size',
      [OPTION_COLOR]: 'color',
      // The price before a markdown; blank where there is none.
      'Variant Compare At Price': 'price',
      'Variant Price': 'reduced_price',
      'Cost per item': 'cost',
      'Variant Inventory Qty': 'stock_qty',
      'Image Src': 'image_url',
      Tags: 'tags',
    },
    rewriter: (headings) => new ShopifyProducts(headings),
  },
  {
    name: 'Shopify, produits',
    kind: 'items',
    source: 'https://help.shopify.com/en/manual/products/import-export/using-csv.md',
    signature: ['URL handle', 'Title', 'Vendor', 'Option1 name', 'SKU', 'Price'],
    columns: {
      'URL handle': 'item_group_id',
      SKU: 'item_id',
      Title: 'title',
      Vendor: 'brand',
      Type: 'family',
      [OPTION_SIZE]: 'size',
      [OPTION_COLOR]: 'color',
      'Compare-at price': 'price',
      Price: 'reduced_price',
      'Cost per item': 'cost',
      'Inventory quantity': 'stock_qty',
      'Product image URL': 'image_url',
      Tags: 'tags',
    },
    rewriter: (headings) => new ShopifyProducts(headings),
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
      [PAID]: 'amount',
      Name: 'ticket',
    },
    rewriter: (headings) => new ShopifyOrders(headings),
  },
  {
    name: 'Amazon, toutes les commandes',
    kind: 'sales',
    source: 'https://developer-docs.amazon.com/sp-api/docs/order-tracking-reports-attributes',
    signature: [
      ...['amazon-order-id', 'purchase-date', 'order-status', 'sku', 'quantity'],
      ...['item-price', 'item-promotion-discount'],
    ],
    columns: {
      'purchase-date': 'date',
      'order-status': 'state',
      sku: 'item_id',
      quantity: 'quantity',
      currency: 'currency',
      [AMAZON_PAID]: 'amount',
      'amazon-order-id': 'ticket',
    },
    rewriter: (headings) => new AmazonOrders(headings),
  },
  {
    name: 'WooCommerce, produits',
    kind: 'items',
    source:
      'https://woocommerce.com/wc-apidocs/files/woocommerce-includes-export-class-wc-product-csv-exporter.html',
    signature: [
      'Type',
      'SKU',
      'Name',
      'Visibility in catalog',
      'Regular price',
      'Parent',
      'Attribute 1 name',
    ],
    columns: {
      [WOO.product]: 'item_group_id',
      SKU: 'item_id',
      [WOO.title]: 'title',
      [WOO.section]: 'section',
      [WOO.family]: 'family',
      [WOO.size]: 'size',
      [WOO.color]: 'color',
      'Regular price': 'price',
      Stock: 'stock_qty',
      [WOO.image]: 'image_url',
      Tags: 'tags',
    },
    rewriter: (headings) => new WooProducts(headings),
  },
  ...(
    [
      [
        'Product ID',
        'Name',
        'Reference',
        'Category',
        'Price (tax excl.)',
        'Price (tax incl.)',
        'Quantity',
        'Status',
      ],
      ['Product ID', 'Nom', 'Référence', 'Catégorie', 'Prix (HT)', 'Prix (TTC)', 'Quantité', 'État'],
    ] as const
  ).map(
    ([id, name, reference, category, excl, incl, quantity, status]): Preset => ({
      name: 'PrestaShop, catalogue',
      kind: 'items',
      source:
        'https://github.com/PrestaShop/PrestaShop/blob/8.2.x/src/PrestaShopBundle/Controller/Admin/ProductController.php',
      signature: [id, name, reference, category, excl, incl, quantity, status],
      columns: {
        [reference]: 'item_group_id',
        [name]: 'title',
        [category]: 'family',
        [excl]: 'base_price',
        [incl]: 'price',
        [quantity]: 'stock_qty',
        Image: 'image_url',
      },
    }),
  ),
  {
    name: 'SAP, articles (MARA)',
    kind: 'items',
    source: 'https://blogs.sap.com/2020/11/09/generic-article-and-variants/',
    signature: ['MATNR', 'ATTYP', 'SATNR', 'MATKL'],
    columns: {
      [SAP_PRODUCT]: 'item_group_id',
      [SAP_VARIANT]: 'item_id',
      [SAP_TITLE]: 'title',
      MATKL: 'family',
      SIZE1: 'size',
      COLOR: 'color',
      BRAND_ID: 'brand',
      SAISO: 'release_season',
    },
    rewriter: (headings) => new SapArticles(headings),
  },
  {
    // Its amounts are what stocks are worth: what customers paid is no part of it.
    name: 'SAP, mouvements de stock (MSEG)',
    kind: 'sales',
    source: 'https://docsfortec.com/sap/S4/tables/MSEG',
    signature: ['MBLNR', 'BWART', 'MATNR', 'WERKS', 'MENGE'],
    columns: {
      BUDAT: 'date',
      BUDAT_MKPF: 'date',
      MATNR: 'item_id',
      WERKS: 'location_code',
      [SAP_SOLD]: 'quantity',
      MBLNR: 'ticket',
      ZEILE: 'ticket_line',
    },
    rewriter: (headings) => new SapMovements(headings),
  },
  {
    name: 'SAP, prix de vente (A304 et KONP)',
    kind: 'prices',
    source: 'https://sapbrainsonline.com/sd-tutorial/a304-table-in-sap.html',
    signature: ['KSCHL', 'VKORG', 'VTWEG', 'MATNR', 'DATAB', 'KBETR'],
    columns: {
      MATNR: 'item_group_id',
      [SAP_PRICE_LIST]: 'price_list_id',
      DATAB: 'from_date',
      DATBI: 'to_date',
      KBETR: 'price',
      KONWA: 'currency',
    },
    rewriter: (headings) => new SapPrices(headings),
  },
  {
    name: 'SAP, échéances de commandes (EKPO et EKET)',
    kind: 'orders',
    source: 'https://www.se80.co.uk/saptables/e/eket/eketdata.htm',
    signature: ['EBELN', 'EBELP', 'MATNR', 'EINDT', 'MENGE'],
    columns: {
      MATNR: 'item_id',
      WERKS: 'inventory_code',
      EINDT: 'expected_date',
      MENGE: 'quantity',
      WEMNG: 'received_quantity',
    },
  },
  {
    // What the ledger sold: its other movements are refused, its amounts are without taxes.
    name: 'Microsoft Dynamics 365 Business Central, écritures article',
    kind: 'sales',
    source:
      'https://learn.microsoft.com/dynamics365/business-central/dev-itpro/api-analytics/resources/dynamics_itemledgerentry',
    signature: ['entryType', 'postingDate', 'itemNo', 'locationCode', 'quantity'],
    columns: {
      entryType: 'movement',
      postingDate: 'date',
      itemNo: 'item_group_id',
      variantCode: 'size',
      locationCode: 'location_code',
      quantity: 'quantity',
      salesAmountActual: 'base_amount',
      'Sales Amount (Actual)': 'base_amount',
      documentNo: 'ticket',
    },
  },
  {
    name: 'Oracle Retail (RMS), stocks (ITEM_LOC_SOH)',
    kind: 'stock',
    source:
      'https://docs.oracle.com/cd/E82085_01/160/RIB%20Integration%20Guide/Output/ApiMappingReports/rms/InvAvailColDesc.html',
    signature: ['ITEM', 'LOC', 'LOC_TYPE', 'STOCK_ON_HAND'],
    columns: {
      ITEM: 'item_id',
      ITEM_PARENT: 'item_group_id',
      LOC: 'inventory_code',
      STOCK_ON_HAND: 'quantity',
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
