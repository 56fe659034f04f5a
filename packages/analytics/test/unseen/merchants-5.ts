// A denim brand in the United States on NetSuite: saved searches as CSV, waists and inseams as rows, USD.
import { barcode } from './merchants-tools.ts';
import type { Cell, Product, Retailer } from './retailers-tools.ts';
import {
  add,
  at,
  blank,
  cells,
  kept,
  labels,
  later,
  money,
  pad,
  products,
  roll,
  sales,
  span,
  table,
  times,
} from './retailers-tools.ts';

const SEED = 2505;

const STYLES = labels(
  '501S-IND Slim Straight Indigo: 98|501S-BLK Slim Straight Black: 98|622T-STN Tapered Stone Wash: 108',
  '735W-ECR Wide Leg Ecru: 118|418H-IND High Rise Skinny Indigo: 92|200S-LGT Denim Short Light: 68',
);
const SIZES = labels('28x30|30x32|31x32|32x32|33x34|36x34');
const at6 = (index: number): string => at(STYLES, Math.floor(index / 6));
const size = (index: number): string => at(SIZES, index % 6);
const style = (index: number): string => at6(index).split(' ')[0] ?? '';

const RANGE = products(SEED, {
  priced: times(36, (index) =>
    at6(index)
      .replace(/^\S+ /, '')
      .replace(':', ` ${size(index)}:`),
  ),
  code: (index) => `${style(index)}-${size(index).replace('x', '')}`,
});
const place = (item: Product): number => RANGE.indexOf(item);
function product(index: number): Product {
  const found = RANGE[index % RANGE.length];
  if (!found) throw new Error('No product.');
  return found;
}

/** 2026-06-02 as 6/2/2026. */
const us = (iso: string): string => [iso.slice(5, 7), iso.slice(8), iso.slice(0, 4)].map(Number).join('/');
const plain = (cents: number): string => (cents / 100).toFixed(2);
const STORES = labels('NYC SoHo|LA Melrose|Austin SoCo|Reno DC (Web)');

const ITEMS: Cell[][] = [
  cells(
    'Internal ID|Name|Display Name|Subitem of|Color|Waist|Inseam|UPC Code|Average Cost|Last Purchase Price',
    'Base Price|Season|Inactive',
  ),
  ...RANGE.map((item, index): Cell[] => [
    ...[7210 + index, item.code, item.label, style(index), style(index).split('-')[1] ?? ''],
    ...[...size(index).split('x'), barcode(`84210${pad(index * 731 + 120_044, 6)}`), plain(item.cost)],
    ...[plain(item.cost + 40), plain(item.price), index % 18 < 12 ? 'Core' : 'SP26', 'No'],
  ]),
];

const LINES = sales(SEED + 10, {
  range: RANGE,
  ...{ from: '2026-05-15', days: 52, count: 56, markdown: '2026-06-26' },
});
const tax = (cents: number): number => Math.round(cents * 0.08);
const KEPT = kept(LINES);

const SALES: Cell[][] = [
  cells(
    'Date|Type|Document Number|Status|Location|Item|Display Name|Quantity|Item Rate|Amount (Net)',
    'Amount (Tax)|Est. Extended Cost',
  ),
  ...LINES.map((line): Cell[] => [
    ...[us(line.day), line.units < 0 ? 'Cash Refund' : 'Cash Sale'],
    ...[`${line.units < 0 ? 'CR' : 'CS'}${line.ticket}`, line.cancelled ? 'Voided' : 'Deposited'],
    ...[at(STORES, roll(SEED + 11, line.index, 4)), line.product.code, line.product.label, line.units],
    ...(line.cancelled
      ? ['0.00', '0.00', '0.00', '0.00']
      : [line.each, line.paid, tax(line.paid), line.units * line.product.cost].map(plain)),
  ]),
  [
    ...['Overall Total', ...blank(6), add(LINES, ({ units }) => units), ''],
    ...[plain(add(KEPT, ({ paid }) => paid)), plain(add(KEPT, ({ paid }) => tax(paid)))],
    plain(add(KEPT, ({ units, product: { cost } }) => units * cost)),
  ],
];

const HELD = times(48, (index) => {
  const held = roll(SEED + 20, index, index % 4 === 3 ? 60 : 9);
  const booked = index % 4 === 3 && held > 6 ? 3 : 0;
  return { index, item: product(Math.floor(index / 4) * 5), held, booked };
});

const STOCK: Cell[][] = [
  cells(
    'Item|Display Name|Location|Location On Hand|Location Committed|Location Available|Location On Order',
    'Location In Transit|Location Average Cost|Value',
  ),
  ...HELD.map(({ index, item, held, booked }): Cell[] => [
    ...[item.code, item.label, at(STORES, index), held, booked, held - booked],
    ...[index % 4 === 3 ? 24 : '', index % 4 === 1 ? 2 : '', plain(item.cost), plain(held * item.cost)],
  ]),
];

const STATES = labels(
  'Pending Receipt|Partially Received|Pending Receipt',
  'Pending Billing/Partially Received',
);
const ASKED = times(36, (index) => {
  const order = Math.floor(index / 6);
  const status = order === 4 ? 'Closed' : at(STATES, order);
  const asked = 12 * (1 + roll(SEED + 30, index, 6));
  const received = status.includes('Partially') && index % 2 ? 12 : 0;
  const isClosed = status === 'Closed' || index % 16 === 9;
  return { index, order, status, item: product(index * 7), asked, received, isClosed };
});

const ORDERS: Cell[][] = [
  cells(
    'Date|Document Number|Vendor|Status|Item|Display Name|Quantity|Quantity Fulfilled/Received',
    'Quantity Billed|Item Rate|Amount|Expected Receipt Date|Closed',
  ),
  ...ASKED.map(({ index, order, status, item, asked, received, isClosed }): Cell[] => [
    ...[us(later('2026-03-16', order * 11)), `PO${3320 + order}`],
    ...[at(labels('Artisan Denim Mills, Inc.|Kojima Textile Co.|Puebla Sewn Goods'), order), status],
    ...[item.code, item.label, asked, received, received, plain(item.cost), plain(asked * item.cost)],
    ...[us(later('2026-07-18', order * 13 + (index % 6 < 3 ? 0 : 7))), isClosed ? 'Yes' : 'No'],
  ]),
];

const LEVELS: Cell[][] = [
  cells(
    'Item|Display Name|Currency|Base Price|Online Price|Outlet Price|Employee Price|Wholesale Price',
    'Last Cost',
  ),
  ...RANGE.map((item): Cell[] => [
    ...[item.code, item.label, 'USD', plain(item.price)],
    ...[place(item) >= 18 ? 0.7 : 1, 0.6, 0.5, 0.45].map((part) => plain(Math.round(item.price * part))),
    plain(item.cost + 40),
  ]),
];

const CLIENTS = labels('Bluebird Dry Goods|Selvedge & Sons|Main St. Outfitters');

const AGING: Cell[][] = [
  ['Ridgeline Denim Co.', ...blank(7)],
  ['A/R Aging Summary', ...blank(7)],
  ['As of July 5, 2026', ...blank(7)],
  cells('Customer|Terms|Current|1 - 30|31 - 60|61 - 90|> 90|Total'),
  ...times(28, (index): Cell[] => {
    const owed = times(5, (age) =>
      roll(SEED + 40 + age, index, 3) ? 0 : 12_500 * (1 + ((index + age) % 9)),
    );
    return [
      `C${pad(1040 + index * 3, 5)} ${at(CLIENTS, index)}`,
      ...[index % 2 ? 'Net 30' : 'Net 60', ...owed.map(plain), plain(add(owed, (cents) => cents))],
    ];
  }),
];

export const MERCHANT_5: Retailer = {
  name: 'a denim brand in the United States',
  files: [
    {
      name: 'ItemMasterResults417.csv',
      kind: 'items',
      text: table(',', ITEMS, '\n'),
      ...{ list: money(RANGE, ({ price }) => price), code: '501S-BLK-3032' },
    },
    {
      name: 'RetailSalesLinesResults206.csv',
      kind: 'sales',
      text: table(',', SALES, '\n'),
      ...{ units: add(KEPT, ({ units }) => units), amount: money(KEPT, ({ paid }) => paid) },
      ...{ dates: span(KEPT.map(({ day }) => day)), code: KEPT[0]?.product.code ?? '' },
    },
    {
      name: 'InventoryByLocationResults88.csv',
      kind: 'stock',
      text: table(',', STOCK, '\n'),
      ...{ units: add(HELD, ({ held }) => held), code: HELD[0]?.item.code ?? '' },
    },
    {
      name: 'OpenPOLinesResults512.csv',
      kind: 'orders',
      text: table(',', ORDERS, '\n'),
      units: add(
        ASKED.filter(({ isClosed }) => !isClosed),
        ({ asked, received }) => asked - received,
      ),
      code: ASKED[0]?.item.code ?? '',
    },
    {
      name: 'PriceLevelsResults33.csv',
      kind: 'prices',
      text: table(',', LEVELS, '\n'),
      ...{ list: money(RANGE, ({ price }) => price), currency: 'USD', code: '501S-BLK-3032' },
    },
    { name: 'ARAgingSummary861.csv', kind: null, text: table(',', AGING, '\n') },
  ],
};
