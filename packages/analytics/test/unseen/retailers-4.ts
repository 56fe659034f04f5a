import type { Cell, Product, Retailer, Sale, Some } from './retailers-tools.ts';
import {
  add,
  at,
  cells,
  dmy,
  kept,
  labels,
  later,
  money,
  ofSales,
  products,
  roll,
  sales,
  span,
  table,
  times,
  written,
} from './retailers-tools.ts';
import type { Unseen } from './sheet.ts';

// British gift shop: Shopify for the web and the stock, Lightspeed (Vend) at the till, orders kept by hand.

const range: Some<Product> = products(41, {
  priced: cells(
    'Soy Candle Fig: 18|Linen Tea Towel: 9.50|Ceramic Mug Heron: 14.95|Brass Bookmark: 12',
    'Lavender Sachet: 6.95|Wool Throw Moss: 65|Enamel Jug: 28|Notebook A5 Fern: 8.95|Wicker Tray: 32',
    'Glass Vase Ripple: 38.50|Hand Cream Rose: 11.99|Jute Tote: 10|Bath Salts Sea: 13.50',
    'Letter Opener: 16|Picture Frame Oak: 24.99|Wall Clock Slate: 42|Garden Twine: 4.50|Bird Feeder: 21',
    'Tea Tin Assam: 9.95|Playing Cards: 7.99|Greeting Cards x8: 12.50|Doorstop Hare: 26',
    'Coaster Set Cork: 11|Umbrella Botanic: 34.95',
  ),
  code: (index) => `${at(['CAN', 'TEX', 'CER', 'STA'], index)}-${1021 + index * 7}`,
}) as [Product, ...Product[]];
const pounds = (cents: number): string => written(cents, '.');
const handle = ({ label }: Product): string => label.toLowerCase().replaceAll(' ', '-');
const vendors = labels('Heron & Co|Mill Lane|Northmoor|Ashdown Trading');
const reduced = (index: number): boolean => index % 5 === 1;
const stocked = (index: number): number => roll(42, index, 18);

/** Shopify's: the price before the markdown is in “Compare At”; a line more for a second image. */
const exported: Unseen = {
  name: 'products_export_1.csv',
  kind: 'items',
  text: table(
    ',',
    [
      cells(
        'Handle|Title|Body (HTML)|Vendor|Product Category|Type|Tags|Published|Option1 Name|Option1 Value',
        'Variant SKU|Variant Grams|Variant Inventory Tracker|Variant Inventory Qty|Variant Inventory Policy',
        'Variant Fulfillment Service|Variant Price|Variant Compare At Price|Variant Requires Shipping',
        'Variant Taxable|Variant Barcode|Image Src|Image Position|Cost per item|Status',
      ),
      ...range.flatMap((product, index): Cell[][] => {
        const { code, label, price, cost } = product;
        const image = `https://cdn.example.com/s/files/1/${handle(product)}`;
        const first = cells(
          `${handle(product)}|${label}|<p>Our ${label.toLowerCase()}, made with care, and lovely.</p>`,
          `${at(vendors, index)}||${at(['Home', 'Kitchen', 'Bath', 'Stationery'], index)}`,
          `${index % 3 ? 'gift, summer26' : 'gift'}|true|Title|Default Title|${code}|${120 + index * 15}`,
          `shopify|${stocked(index)}|deny|manual`,
          `${pounds(reduced(index) ? Math.round(price * 0.8) : price)}`,
          `${reduced(index) ? pounds(price) : ''}|true|true|'50601${60123400 + index * 117}|${image}.jpg|1`,
          `${pounds(cost)}|active`,
        );
        const second = first.map(
          (_, place) => [handle(product), `${image}-2.jpg`, 2][[0, 21, 22].indexOf(place)] ?? '',
        );
        return index % 4 ? [first] : [first, second];
      }),
    ],
    '\n',
  ),
  list: money(range, ({ price }) => price),
  code: range[3]?.code ?? '',
};

const lines = sales(43, { range, from: '2026-06-08', days: 28, count: 56, markdown: '2026-07-01' });
/** Two lines or so a receipt, all of a receipt cancelled or none. */
const receipts = times(28, (place) => lines.slice(place * 2, place * 2 + 2)).map((own, place) => ({
  number: 18823 + place,
  own: own.map((line) => ({ ...line, day: own[0]?.day ?? '', cancelled: place % 12 === 5 })),
}));
const all: Sale[] = receipts.flatMap(({ own }) => own);
const sold = ofSales(all);
const vat = (cents: number): number => Math.round(cents / 6);
const ways = labels('Card|Card|Cash|Card|Gift Card');

/** Vend's: each receipt is told as a sale, as its lines, and as its payment; VOIDED ones never were. */
const history: Unseen = {
  name: 'vend-sales-history-2026-07-06.csv',
  kind: 'sales',
  text: table(
    ',',
    [
      cells(
        'Date|Receipt Number|Line Type|Customer Code|Customer Name|Note|Quantity|Subtotal|Sales Tax|Discount',
        'Loyalty|Total|Paid|Details|Register|User|Status|Sku|AccountCodeSale|AccountCodePurchase',
      ),
      ...receipts.flatMap(({ number, own }, place): Cell[][] => {
        const [{ day, time, cancelled }] = own as [Sale, ...Sale[]];
        const total = add(own, ({ paid }) => paid);
        const start = [`${day} ${time}:12`, number];
        const who = place % 6 === 2 ? ['MS-4471', 'M Sandford', ''] : ['WALKIN', '', ''];
        const end = ['Main Register', at(['Beth', 'Tom', 'Priya'], place), cancelled ? 'VOIDED' : 'CLOSED'];
        const off = ({ product, units, paid }: Sale): string => pounds(product.price * units - paid);
        const sums = [
          pounds(add(own, ({ paid }) => paid - vat(paid))),
          pounds(add(own, ({ paid }) => vat(paid))),
          pounds(add(own, ({ product, units, paid }) => product.price * units - paid)),
          '0.00',
          pounds(total),
        ];
        const pieces = add(own, ({ units }) => units);
        const bought = own.map(({ units, product }) => `${units} X ${product.label}`).join(' + ');
        return [
          [
            ...start,
            'Sale',
            ...who,
            pieces,
            ...sums,
            cancelled ? '0.00' : pounds(total),
            bought,
            ...end,
            '',
            '',
            '',
          ],
          ...own.map((line) => [
            ...[...start, 'Sale Line', ...who, line.units, pounds(line.paid - vat(line.paid))],
            ...[pounds(vat(line.paid)), off(line), '0.00', pounds(line.paid), '', line.product.label, ...end],
            ...[line.product.code, '200', '310'],
          ]),
          ...(cancelled
            ? []
            : [
                [
                  ...start,
                  'Payment',
                  ...who,
                  ...times(6, () => ''),
                  pounds(total),
                  at(ways, place),
                  ...end,
                  '',
                  '',
                  '',
                ],
              ]),
        ];
      }),
    ],
    '\n',
  ),
  ...sold,
  code: all[1]?.product.code ?? '',
};

/** Shopify's stock. On hand: what is available, committed to orders and unavailable, together. */
const inventory: Unseen = {
  name: 'inventory_export_1.csv',
  kind: 'stock',
  text: table(
    ',',
    [
      cells(
        'Handle|Title|Option1 Name|Option1 Value|SKU|HS Code|COO|Location|Bin name|Incoming (not editable)',
        'Unavailable (not editable)|Committed (not editable)|Available (not editable)|On hand (current)|On hand (new)',
      ),
      ...range.map((product, index) => {
        const committed = Math.min(stocked(index), index % 4 === 2 ? 2 : 0);
        return [
          handle(product),
          product.label,
          'Title',
          'Default Title',
          product.code,
          '',
          'GB',
          'Bath – Milsom Street',
          '',
          index % 6 === 3 ? 12 : 0,
          0,
          committed,
          stocked(index) - committed,
          stocked(index),
          '',
        ];
      }),
    ],
    '\n',
  ),
  units: add(
    range.map((_, index) => stocked(index)),
    (units) => units,
  ),
  code: range[0].code,
};

const days = [...new Set(kept(all).map(({ day }) => day))];
const takenOn = (day: string): number => add(kept(all), (line) => (line.day === day ? line.paid : 0));
const takings = days.map((day) => {
  const byWay = (way: string): number =>
    add(
      receipts.filter((_, place) => at(ways, place) === way),
      ({ own }) =>
        add(
          kept(own).filter((line) => line.day === day),
          ({ paid }) => paid,
        ),
    );
  return { day, card: byWay('Card'), cash: byWay('Cash'), gift: byWay('Gift Card'), total: takenOn(day) };
});

/** What the till had in it each evening: as much as the tickets say. */
const closures: Unseen = {
  name: 'Register closures 8 Jun - 5 Jul.csv',
  kind: 'control',
  text: table(
    ',',
    [
      cells('Register|Closure #|Opened|Closed|Card|Cash|Gift Card|Total takings inc VAT|VAT|Cash variance'),
      ...takings.map(({ day, card, cash, gift, total }, place) => [
        'Main Register',
        811 + place,
        `${dmy(day)} 09:28`,
        `${dmy(day)} 17:${40 + (place % 15)}`,
        ...[card, cash, gift, total].map((cents) => `£${written(cents, '.', ',')}`.replace('£-', '-£')),
        `£${pounds(vat(total))}`.replace('£-', '-£'),
        place % 7 === 4 ? '-£0.50' : '£0.00',
      ]),
    ],
    '\n',
  ),
  amount: money(takings, ({ total }) => total),
  dates: span(days),
  currency: 'GBP',
};

/** Three lines an order. */
const order = (index: number): number => Math.floor(index / 3);
const awaited = times(26, (index) => {
  const ordered = at([6, 12, 24, 48], roll(46, index, 4));
  const status = at(['Sent', 'Sent', 'Part received', 'Received', 'Sent', 'Cancelled'] as const, index);
  const received = status === 'Received' ? ordered : status === 'Part received' ? ordered / 2 : 0;
  const open = status === 'Cancelled' ? 0 : ordered - received;
  return {
    product: at(range, index * 7),
    ordered,
    status,
    received,
    open,
    day: later('2026-07-13', index * 3),
  };
});

/** Nothing says what is left: it is what was ordered less what came, and nothing of a cancelled order. */
const orders: Unseen = {
  name: 'Purchase orders AW and top-ups.csv',
  kind: 'orders',
  text: table(',', [
    cells(
      'PO #|Supplier|Raised|SKU|Supplier code|Description|Qty ordered|Qty received|Unit cost|Line cost|Due|Status',
    ),
    ...awaited.map(({ product, ordered, status, received, day }, index) =>
      cells(
        `PO-${2260 + order(index)}|${at(vendors, order(index))}|${dmy(later('2026-05-04', order(index) * 2))}`,
        `${product.code}|${at(vendors, order(index)).slice(0, 3).toUpperCase()}${500 + index}|${product.label}`,
        `${ordered}|${received}|£${pounds(product.cost)}|£${written(product.cost * ordered, '.', ',')}`,
        `${dmy(day)}|${status}`,
      ),
    ),
  ]),
  units: add(awaited, ({ open }) => open),
  dates: span(awaited.filter(({ open }) => open > 0).map(({ day }) => day)),
  currency: 'GBP',
  code: awaited[0]?.product.code ?? '',
};

const people = labels(
  'Alice Marsh|Ben Okafor|Carys Evans|Dev Patel|Erin Hughes|Finn Gallagher|Grace Lowe|Harry Shaw',
);

/** Who buys: nothing for Palier. */
const customers: Unseen = {
  name: 'customers_export.csv',
  kind: null,
  text: table(
    ',',
    [
      cells(
        'Customer ID|First Name|Last Name|Email|Accepts Email Marketing|Default Address City|Default Address Zip',
        'Default Address Country Code|Phone|Total Spent|Total Orders|Tags',
      ),
      ...times(32, (index) => [
        `'${7023411900 + index * 13}`,
        ...at(people, index).split(' '),
        `${at(people, index).replace(' ', '.').toLowerCase()}${index}@example.co.uk`,
        index % 3 ? 'yes' : 'no',
        at(['Bath', 'Bristol', 'Frome'], index),
        `BA${1 + (index % 9)} ${2 + (index % 7)}QH`,
        'GB',
        '',
        pounds(roll(48, index, 40000)),
        1 + roll(49, index, 9),
        index % 5 ? '' : 'newsletter',
      ]),
    ],
    '\n',
  ),
};

export const GIFTS: Retailer = {
  name: 'Heron & Fern',
  files: [exported, history, inventory, closures, orders, customers],
};
