import { writeXlsx } from 'hucre/xlsx';
import {
  asked,
  count,
  day,
  english,
  few,
  french,
  held,
  letters,
  one,
  paid,
  price,
  sheet,
  sumOf,
  two,
  type Unseen,
  worth,
} from './sheet.ts';
import { SIXTH_LOT_REST } from './sixth-lot-rest.ts';

const JUNE = ['2026-06-04', '2026-06-27'] as const;
const model = (i: number): string => `${7314 + (i % 9)}/${220 + (i % 4)}`;
const gtin = (i: number): string => String(3_607_180_012_340 + 7 * (i % 11));
const grid = (i: number): number[] => [i % 4, (i * 3) % 5, (i * 5) % 7, i % 2];
const gridSum = (i: number): number => grid(i).reduce((sum, each) => sum + each, 0);
const giacenze = await writeXlsx({
  sheets: [
    {
      name: 'Giacenze',
      rows: [
        ['Giacenze per taglia al 30/06/2026'],
        [],
        ['Articolo', 'Colore', 'Neg.', '38', '40', '42', '44', 'Tot.', 'Val. costo'],
        ...count.map((i) => [
          ...[`GA${500 + (i >> 1)}`, i % 2 ? 'Nero' : 'Blu', 'Torino', ...grid(i)],
          ...[gridSum(i), gridSum(i) * 14.2],
        ]),
        ['Totale', '', '', ...[0, 1, 2, 3].map((s) => sumOf((i) => grid(i)[s] ?? 0)), sumOf(gridSum), ''],
      ],
    },
  ],
});

/** The sixth lot: written with the seventh and the eighth, before any of the three was read. */
export const SIXTH_LOT: readonly Unseen[] = [
  sheet({
    name: 'VENTAS_DIA_JUN.txt',
    kind: 'sales',
    by: '|',
    headings: 'CENTRO|FECHA|MODELO|COLOR|TALLA|UDS_VTA|UDS_DEV|IMP_BRUTO|IMP_DTO|IMP_NETO',
    row: (i) => [
      ...[
        1204,
        `2026-06-${two(day(i))}`,
        model(i),
        800 + (i % 3),
        one(letters, i),
        asked(i),
        i % 6 === 5 ? 1 : 0,
      ],
      ...[english(worth(i)), english(3), english(worth(i) - 3 - (i % 6 === 5 ? price(i) : 0))],
    ],
    units: (i) => asked(i) - (i % 6 === 5 ? 1 : 0),
    amount: (i) => worth(i) - 3 - (i % 6 === 5 ? price(i) : 0),
    dates: JUNE,
    code: '7314/220',
  }),
  {
    name: 'giacenze.xlsx',
    kind: 'stock',
    text: giacenze,
    units: sumOf(gridSum),
    code: 'GA500',
  },
  sheet({
    name: 'Abverkauf KW25.csv',
    kind: 'sales',
    headings:
      'Filiale;WGR;Lieferant;Lief.-Art.-Nr.;EAN;Anf.-Best.;Zugang;Abverk. Stk.;Abverk. VK-Wert;Rest;AV-Quote %',
    row: (i) => [
      ...['Köln', 41, 'Marc Cain', `MC ${20 + i}.11`, gtin(i), held(i) + 8, 0, asked(i), french(worth(i))],
      ...[held(i) + 8 - asked(i), Math.round((asked(i) / (held(i) + 8)) * 100)],
    ],
    units: asked,
    amount: worth,
  }),
  sheet({
    name: 'myynti kesäkuu.csv',
    kind: 'sales',
    headings: 'Päivä;Myymälä;Tuotekoodi;Koko;Kpl;Myynti sis. alv;Alv %',
    row: (i) => [
      ...[
        `${day(i)}.6.2026`,
        'Tampere',
        `FI${800 + (i % 9)}`,
        one(letters, i),
        few(i),
        french(paid(i)),
        '25,5',
      ],
    ],
    units: few,
    amount: paid,
    dates: JUNE,
    code: 'FI800',
  }),
  sheet({
    name: 'EPOS takings by PLU.csv',
    kind: 'sales',
    by: ',',
    above: ['Store: Leeds Trinity,,,,,,,', 'Printed 01/07/2026 06:14,,,,,,,'],
    headings: 'Date,Dept,PLU,Description,Qty,Gross £,VAT £,Net £,GP %',
    row: (i) => [
      ...[
        `${two(day(i))}/06/2026`,
        'Ladieswear',
        20_110 + (i % 9),
        'Linen dress',
        asked(i),
        `£${english(worth(i))}`,
      ],
      ...[`£${english(worth(i) / 6)}`, `£${english((worth(i) * 5) / 6)}`, '54.1%'],
    ],
    below: [`Total,,,,${sumOf(asked)},£${english(sumOf(worth))},,,`],
    units: asked,
    amount: worth,
    dates: JUNE,
    currency: 'GBP',
    code: '20110',
  }),
  sheet({
    name: '売上明細_202606.csv',
    kind: 'sales',
    by: ',',
    headings: '売上日,店舗コード,伝票番号,品番,カラー,サイズ,数量,金額(税込)',
    row: (i) => [
      ...[
        `2026/06/${two(day(i))}`,
        '0112',
        88_000 + i,
        `45${7000 + (i % 9)}`,
        '09 BLACK',
        one(letters, i),
        asked(i),
      ],
      asked(i) * 3990,
    ],
    units: asked,
    amount: (i) => asked(i) * 3990,
    dates: JUNE,
    currency: 'JPY',
  }),
  sheet({
    name: 'Officine export produits.csv',
    kind: 'items',
    headings: 'CIP13;Désignation;Labo;Stock;Stock mini;PAHT net;PVTTC;TVA;Péremption;Rotation 3 mois',
    row: (i) => [
      ...[
        3_400_930_000_100 + 13 * i,
        `Crème solaire ${i}`,
        'Bioderma',
        held(i),
        2,
        '6,10',
        french(price(i) / 4),
        '20',
      ],
      ...['31/03/2028', 12 + i],
    ],
    units: held,
    list: (i) => Number((price(i) / 4).toFixed(2)),
    code: '3400930000100',
  }),
  sheet({
    name: 'stock univers outdoor.csv',
    kind: 'stock',
    headings: 'Univers;Rayon;Modèle;Article;Taille;Stock théo;dt Réserve;dt Surface;PVT',
    row: (i) => [
      ...['Outdoor', 'Rando', 8_400_100 + (i >> 2), 2_811_000 + i, one(letters, i), held(i) + 3, held(i), 3],
      french(price(i)),
    ],
    units: (i) => held(i) + 3,
  }),
  ...SIXTH_LOT_REST,
];
