// A French lingerie brand on marketplaces: bands and cups, reports such as those of Amazon and Zalando.
import { barcode } from './merchants-tools.ts';
import type { Cell, Product, Retailer } from './retailers-tools.ts';
import {
  add,
  at,
  blank,
  cells,
  dmy,
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
  written,
} from './retailers-tools.ts';

const SEED = 2606;

const MODELS = labels('AGATHE|COLETTE|ROMY|SUZANNE');
const NAMES = labels(
  'Soutien-gorge corbeille Agathe|Soutien-gorge triangle Colette',
  'Emboîtant Romy|Push-up Suzanne',
);
const PRICES = [4990, 4290, 5990, 4690] as const;
const COLOURS = labels('NOIR|POUDRE');
const SIZES = labels('85B|90B|90C|95C|95D|100D');
const model = (index: number): string => at(MODELS, Math.floor(index / 12));
const colour = (index: number): string => at(COLOURS, Math.floor(index / 6));
const size = (index: number): string => at(SIZES, index);

const RANGE = products(SEED, {
  priced: times(48, (index) => {
    const at12 = Math.floor(index / 12);
    return `${at(NAMES, at12)} ${colour(index).toLowerCase()}: ${(PRICES[at12] ?? PRICES[0]) / 100}`;
  }),
  code: (index) => `${model(index)}-${colour(index)}-${size(index)}`,
});
const place = (item: Product): number => RANGE.indexOf(item);
const ean = (item: Product): string => barcode(`37012${pad(440_118 + place(item) * 101, 7)}`);
const euros = (cents: number): string => written(cents);
const english = (cents: number): string => (cents / 100).toFixed(2);

const ITEMS: Cell[][] = [
  cells('SKU|EAN|Modèle|Libellé|Coloris|Tour de dos|Bonnet|Famille|Saison|Prix d’achat HT|Prix TTC (€)|TVA'),
  ...RANGE.map((item, index): Cell[] => [
    ...[item.code, ean(item), model(index), item.label, colour(index)],
    ...[size(index).slice(0, -1), size(index).slice(-1), 'Soutiens-gorge', 'PE26'],
    ...[euros(item.cost), euros(item.price), '20%'],
  ]),
];

/** Amazon: a cancelled line keeps neither quantity nor price; returns are in another report. */
const ORDERED = sales(SEED + 10, {
  range: RANGE,
  ...{ from: '2026-06-01', days: 35, count: 52, markdown: '2026-06-24' },
}).map((line) => {
  const units = Math.abs(line.units);
  const full = units * line.each;
  const promotion = line.index % 13 === 3 ? 500 : 0;
  return { ...line, units, full, promotion, paid: full - promotion };
});
const SHIPPED = kept(ORDERED);

const AMAZON: Cell[][] = [
  cells(
    'amazon-order-id|merchant-order-id|purchase-date|last-updated-date|order-status|fulfillment-channel',
    'sales-channel|ship-service-level|product-name|sku|asin|item-status|quantity|currency|item-price',
    'item-tax|shipping-price|shipping-tax|item-promotion-discount',
    'ship-promotion-discount|ship-city|ship-country',
  ),
  ...ORDERED.map((line): Cell[] => {
    const stamp = `T${line.time}:${pad((line.index * 7) % 60)}+00:00`;
    const status = line.cancelled ? 'Cancelled' : 'Shipped';
    const tax = line.full - Math.round(line.full / 1.2);
    return [
      ...[`40${1 + (line.index % 7)}-${4418820 + line.index * 917}-${2260143 + line.index * 311}`, ''],
      ...[line.day + stamp, later(line.day, 1) + stamp, status, 'Amazon', 'Amazon.fr', 'Standard'],
      ...[line.product.label, line.product.code, `B0C${pad(4471 + place(line.product) * 37, 7)}`],
      ...[line.cancelled ? 'Cancelled' : 'Shipped', line.cancelled ? 0 : line.units],
      ...(line.cancelled
        ? blank(7)
        : ['EUR', english(line.full), english(tax), '3.99', '0.67', english(line.promotion), '3.99']),
      ...[at(labels('PARIS|LYON|NANTES|LILLE|BORDEAUX'), line.index), 'FR'],
    ].map((cell) => (cell === '0.00' ? '' : cell));
  }),
];

/** Zalando: a line for each piece; one that came back keeps its line, as returned. */
const PIECES = sales(SEED + 20, {
  range: RANGE,
  ...{ from: '2026-06-02', days: 33, count: 54, markdown: '2026-06-24' },
}).map((line) => {
  const status = line.cancelled ? 'CANCELED' : line.index % 4 === 2 ? 'RETURNED' : 'SHIPPED';
  return { ...line, status };
});
const HELD_BY_CLIENTS = PIECES.filter(({ status }) => status === 'SHIPPED');

const ZALANDO: Cell[][] = [
  cells(
    'Order Number|Order Date|Sales Channel|Zalando Article Number|Partner SKU|EAN|Article Name|Size|Status',
    'Return Date|Return Reason|Gross Price|Currency|Commission %|Commission',
  ),
  ...PIECES.map(({ index, day, product, status, each }): Cell[] => [
    ...[10_302_614_000_000 + index * 7717, day, 'Zalando.fr', `AT281A${pad(place(product), 3)}-Q11`],
    ...[product.code, ean(product), product.label, size(place(product)), status],
    ...(status === 'RETURNED' ? [later(day, 1 + (index % 3)), 'Too small'] : ['', '']),
    ...[english(each), 'EUR', '17.00', english(Math.round(each * 0.17))],
  ]),
];

const HELD = RANGE.map((item, index) => {
  const held = roll(SEED + 30, index, 25);
  return { item, held, booked: held > 8 && index % 5 === 1 ? 3 : 0 };
});

const STOCK: Cell[][] = [
  ['Logisticien : COLISPRO Saint-Quentin - Photo de stock du 06/07/2026 06:00', ...blank(7)],
  cells('SKU|EAN|Désignation|Emplacement|Qté physique|Qté réservée|Qté disponible|Attendu'),
  ...HELD.map(({ item, held, booked }, index): Cell[] => [
    ...[item.code, ean(item), item.label, `${at(labels('A|B|C'), index)}${pad(1 + (index % 14))}`],
    ...[held, booked, held - booked, index % 6 === 4 ? 20 : 0],
  ]),
  [
    ...['TOTAL', '', '', '', add(HELD, ({ held }) => held), add(HELD, ({ booked }) => booked)],
    ...[add(HELD, ({ held, booked }) => held - booked), 20 * 8],
  ],
];

/** A line for each model, colour and band; a column for each cup. */
const ASKED = times(32, (index) => {
  const cups = times(4, (cup) => 5 * roll(SEED + 40 + cup, index, 5));
  return {
    model: at(MODELS, Math.floor(index / 8)),
    colour: at(COLOURS, Math.floor(index / 4)),
    band: 85 + 5 * (index % 4),
    ...{ cups, units: add(cups, (units) => units), arrival: later('2026-08-03', Math.floor(index / 8) * 14) },
    cost: Math.round((PRICES[Math.floor(index / 8)] ?? PRICES[0]) * 0.31),
  };
});

const ORDERS: Cell[][] = [
  ['Commande AH26 - fournisseur CORTEX TUNISIE - PO 2026-118', ...blank(11)],
  cells('Réf. modèle|Modèle|Coloris|Tour|B|C|D|E|Total pièces|PA HT €|Montant HT €|Livraison prévue'),
  ...ASKED.map((line): Cell[] => [
    ...[`${line.model}-${line.colour}`, line.model, line.colour, line.band],
    ...line.cups.map((each) => each || ''),
    ...[line.units, euros(line.cost), euros(line.units * line.cost), dmy(line.arrival)],
  ]),
  [
    ...['TOTAL', '', '', '', ...times(4, (cup) => add(ASKED, ({ cups }) => cups[cup] ?? 0))],
    ...[add(ASKED, ({ units }) => units), '', euros(add(ASKED, ({ units, cost }) => units * cost)), ''],
  ],
];

const ADS: Cell[][] = [
  cells(
    'Date|Portfolio name|Currency|Campaign Name|Advertised SKU|Impressions|Clicks|Click-Thru Rate (CTR)',
    'Spend|7 Day Total Sales|Total Advertising Cost of Sales (ACOS)',
    '7 Day Total Orders (#)|7 Day Total Units (#)',
  ),
  ...times(40, (index): Cell[] => {
    const item = RANGE[(index * 11) % RANGE.length];
    const [clicks, units] = [4 + roll(SEED + 50, index, 40), roll(SEED + 51, index, 3)];
    const [seen, spent, sold] = [clicks * 140 + index, clicks * 38, units * (item?.price ?? 0)];
    return [
      ...[later('2026-06-01', Math.floor(index / 2)), 'Lingerie FR', 'EUR'],
      `SP - ${at(MODELS, index)} - Auto`,
      ...[item?.code ?? '', seen, clicks, `${((clicks * 100) / seen).toFixed(4)}%`, english(spent)],
      ...[english(sold), sold ? `${((spent * 100) / sold).toFixed(2)}%` : '', units ? 1 : 0, units],
    ];
  }),
];

export const MERCHANT_6: Retailer = {
  name: 'a French lingerie brand on marketplaces',
  files: [
    {
      name: 'catalogue_PE26.csv',
      kind: 'items',
      text: table(';', ITEMS, '\n'),
      ...{ list: money(RANGE, ({ price }) => price), currency: 'EUR', code: 'ROMY-NOIR-95C' },
    },
    {
      name: '50219020640.txt',
      kind: 'sales',
      text: table('\t', AMAZON),
      ...{ units: add(SHIPPED, ({ units }) => units), amount: money(SHIPPED, ({ paid }) => paid) },
      dates: span(SHIPPED.map(({ day }) => day)),
      ...{ currency: 'EUR', code: SHIPPED[0]?.product.code ?? '' },
    },
    {
      name: 'zalando_partner_sales_20260602-20260704.csv',
      kind: 'sales',
      text: table(';', ZALANDO, '\n'),
      ...{ units: HELD_BY_CLIENTS.length, amount: money(HELD_BY_CLIENTS, ({ each }) => each) },
      dates: span(HELD_BY_CLIENTS.map(({ day }) => day)),
      ...{ currency: 'EUR', code: HELD_BY_CLIENTS[0]?.product.code ?? '' },
    },
    {
      name: 'STOCK_COLISPRO_20260706.csv',
      kind: 'stock',
      text: table(';', STOCK),
      ...{ units: add(HELD, ({ held }) => held), code: 'ROMY-NOIR-95C' },
    },
    {
      name: 'PO 2026-118 Cortex.csv',
      kind: 'orders',
      text: table(';', ORDERS),
      ...{ units: add(ASKED, ({ units }) => units), code: 'ROMY-NOIR' },
    },
    { name: 'Sponsored Products Advertised product report.csv', kind: null, text: table(',', ADS, '\n') },
  ],
};
