import {
  asked,
  day,
  english,
  few,
  french,
  held,
  letters,
  one,
  price,
  sheet,
  two,
  type Unseen,
  worth,
} from './sheet.ts';

const JUNE = ['2026-06-04', '2026-06-27'] as const;
const cents = (value: number): number => Math.round(value * 100);
const weekdays = (i: number): number[] => [i % 2, 0, 1, i % 3, 2, 3, (i + 1) % 2];
const weekSum = (i: number): number => weekdays(i).reduce((sum, each) => sum + each, 0);
const cartons = (i: number): number => 2 + (i % 3);

/** The files of the seventh lot after its first. */
export const SEVENTH_LOT_REST: readonly Unseen[] = [
  sheet({
    name: 'Weekly best.csv',
    kind: 'sales',
    by: ',',
    headings: 'Week,Style,Units TW,Units LW,Units YTD,Sales TW,Sales LW,Sales YTD',
    row: (i) => [
      ...['2026-W25', `WB${600 + i}`, asked(i), 2, 40 + i, english(worth(i)), english(2 * price(i))],
      english((40 + i) * price(i)),
    ],
    units: asked,
    amount: worth,
    dates: ['2026-06-15', '2026-06-15'],
  }),
  sheet({
    name: 'stock par état.csv',
    kind: 'stock',
    headings: 'Dépôt;SKU;État;Quantité;Valorisation',
    row: (i) => [
      ...['Orléans', `OR${80 + (i >> 1)}`, one(['Disponible', 'Disponible', 'Défectueux', 'Disponible'], i)],
      ...[held(i) + 1, french((held(i) + 1) * 14.2)],
    ],
    units: (i) => (i % 4 === 2 ? 0 : held(i) + 1),
  }),
  sheet({
    name: 'PRICEFILE.DAT',
    kind: 'prices',
    by: '|',
    headings: 'SKU|RETAIL|EFFDATE',
    row: (i) => [4_100_200 + i, cents(price(i)), '20260624'],
    list: price,
    code: '4100200',
  }),
  sheet({
    name: 'Sales w-c 15 June 2026.csv',
    kind: 'sales',
    by: ',',
    headings: 'Style,Colour,Mon,Tue,Wed,Thu,Fri,Sat,Sun,Total,Sales £',
    row: (i) => [`GB${200 + i}`, 'Navy', ...weekdays(i), weekSum(i), english(weekSum(i) * price(i))],
    units: weekSum,
    amount: (i) => weekSum(i) * price(i),
    currency: 'GBP',
  }),
  sheet({
    name: 'PO breakdown.csv',
    kind: 'orders',
    by: ',',
    headings: 'PO,Style,Colour,Assortment,Cartons,S,M,L,XL,Pcs per carton,Ex-factory',
    row: (i) => [
      `PO${9000 + (i >> 2)}`,
      `ST${40 + i}`,
      'Ecru',
      'A1',
      cartons(i),
      2,
      4,
      4,
      2,
      12,
      '2026-08-20',
    ],
    units: (i) => cartons(i) * 12,
  }),
  sheet({
    name: 'dépôt-vente pièces.csv',
    kind: 'stock',
    headings: 'N° pièce;Marque;Catégorie;Taille;État;Prix;Entrée le;Vendu le',
    row: (i) => [
      ...[70_200 + i, 'Sézane', 'Robes', one(letters, i), 'Très bon', french(price(i)), '02/05/2026'],
      i % 3 === 0 ? `${two(day(i))}/06/2026` : '',
    ],
    units: (i) => (i % 3 === 0 ? 0 : 1),
  }),
  sheet({
    name: 'order_lines_export.csv',
    kind: 'sales',
    by: ',',
    headings: 'order_id,created_at,state,sku,qty,line_total',
    row: (i) => [
      ...[
        9100 + i,
        `2026-06-${two(day(i))} 10:12:00`,
        one(['complete', 'shipped', 'payment_error', 'complete'], i),
      ],
      ...[`WS-${20 + (i % 8)}`, asked(i), english(worth(i))],
    ],
    units: (i) => (i % 4 === 2 ? 0 : asked(i)),
    amount: (i) => (i % 4 === 2 ? 0 : worth(i)),
    dates: JUNE,
  }),
  sheet({
    name: 'CA par référence.csv',
    kind: 'sales',
    headings: 'Mois;Magasin;Réf;Pièces;CA TTC (k€)',
    row: (i) => ['2026-06', one(['Lyon', 'Nice'], i), `CK${300 + i}`, asked(i) * 100, french(worth(i) / 10)],
    units: (i) => asked(i) * 100,
    amount: (i) => worth(i) * 100,
  }),
  sheet({
    name: 'retail sales intl.csv',
    kind: 'sales',
    by: ',',
    headings: 'Date,Country,Store,Style,Qty,Net Sales Local,Currency,Net Sales EUR',
    row: (i) => [
      ...[
        `2026-06-${two(day(i))}`,
        one(['SE', 'DK'], i),
        one(['Malmö', 'Århus'], i),
        `NR${90 + (i % 8)}`,
        few(i),
      ],
      ...[english(few(i) * price(i) * one([11, 7.5], i)), one(['SEK', 'DKK'], i), english(few(i) * price(i))],
    ],
    units: few,
    amount: (i) => few(i) * price(i),
    dates: JUNE,
    currency: 'EUR',
  }),
];
