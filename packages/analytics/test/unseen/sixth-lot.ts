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

const JUNE = ['2026-06-04', '2026-06-27'] as const;
const model = (i: number): string => `${7314 + (i % 9)}/${220 + (i % 4)}`;
const gtin = (i: number): string => String(3_607_180_012_340 + 7 * (i % 11));
const grid = (i: number): number[] => [i % 4, (i * 3) % 5, (i * 5) % 7, i % 2];
const gridSum = (i: number): number => grid(i).reduce((sum, each) => sum + each, 0);
const frenchThousands = (value: number): string => String(value).replace(/(\d)(?=(\d{3})+$)/g, '$1 ');

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

/** An article on a line of its own, its invoices below it, and its total under them. */
const byArticle = [...new Set(count.map((i) => i % 6))].flatMap((article) => {
  const own = count.filter((i) => i % 6 === article);
  return [
    `LN-${300 + article} Linen dress,,,,,,`,
    ...own.map(
      (i) =>
        `,06/${two(day(i))}/2026,INV${900 + i},Invoice,${asked(i)},${english(price(i))},"${english(worth(i))}"`,
    ),
    `Total - LN-${300 + article} Linen dress,,,,${own.reduce((sum, i) => sum + asked(i), 0)},,"${english(own.reduce((sum, i) => sum + worth(i), 0))}"`,
  ];
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
  sheet({
    name: 'commandes clients en cours.csv',
    kind: 'sales',
    headings:
      'N° cde;Date cde;Client;Article;Qté cdée;Qté livrée;Reste à livrer;Montant TTC;Livraison prévue',
    row: (i) => [
      ...[`CC${700 + i}`, `${two(day(i))}/06/2026`, 'DUPONT', `CAN-${30 + (i % 7)}`, asked(i), 0, asked(i)],
      ...[french(worth(i) * 10), '15/09/2026'],
    ],
    units: asked,
    amount: (i) => worth(i) * 10,
    dates: JUNE,
  }),
  sheet({
    name: 'ventes seconde main.csv',
    kind: 'sales',
    headings: 'Date de vente;N° pièce;Titre;Catégorie;Prix de vente;Commission;Frais;Net déposant',
    row: (i) => [
      ...[
        `${two(day(i))}/06/2026`,
        55_010 + i,
        'Veste en jean',
        'Vestes',
        french(price(i)),
        french(price(i) * 0.4),
      ],
      ...['1,00', french(price(i) * 0.6 - 1)],
    ],
    units: () => 1,
    amount: price,
    dates: JUNE,
    code: '55010',
  }),
  sheet({
    name: 'sell-out parfumerie.csv',
    kind: 'sales',
    headings:
      'Mois;Porte;Code EAN;Libellé;Contenance;Sell-in qté;Sell-out qté;Sell-out valeur TTC;Stock porte',
    row: (i) => [
      ...[
        '06/2026',
        `P${100 + (i % 4)}`,
        gtin(i),
        'Eau de parfum',
        '50 ml',
        12,
        asked(i),
        french(worth(i)),
        held(i),
      ],
    ],
    units: asked,
    amount: worth,
    // Of the whole month.
    dates: ['2026-06-01', '2026-06-30'],
  }),
  sheet({
    name: 'stock corrigé VF (2).csv',
    kind: 'stock',
    headings: 'EAN;Libellé;Boutique;Qté;PV',
    row: (i) => [
      ...[i === 7 ? '3,60718E+12' : 3_607_180_012_340 + 7 * i, 'Robe', i === 3 ? '#N/A' : 'Annecy'],
      ...[frenchThousands(1200 + held(i)), i === 5 ? '#DIV/0!' : french(price(i))],
    ],
    // A code that the spreadsheet cut is refused, with its reason.
    units: (i) => (i === 7 ? 0 : 1200 + held(i)),
  }),
  {
    name: 'Sales by Item Detail.csv',
    kind: 'sales',
    text: `Maison SARL,,,,,,\nSales by Item Detail,,,,,,\n"June 1 - 30, 2026",,,,,,\n,,,,,,\nItem,Date,Document Number,Type,Qty. Sold,Sales Price,Revenue\n${byArticle.join('\n')}\n`,
    units: sumOf(asked),
    amount: sumOf(worth),
    dates: JUNE,
  },
  sheet({
    name: 'Inventory Valuation Summary.csv',
    kind: 'stock',
    by: ',',
    above: ['Maison Ltd', 'Inventory Valuation Summary', '"As of 30 June 2026"', ''],
    headings: ',On Hand,Avg Cost,Asset Value,% of Tot Asset,Sales Price,Retail Value,% of Tot Retail',
    row: (i) => [
      ...[`LN-${300 + i}`, held(i), '14.20', english(held(i) * 14.2), '4.1%', english(price(i))],
      ...[english(held(i) * price(i)), '4.0%'],
    ],
    below: [
      `TOTAL,${sumOf(held)},,${english(sumOf(held) * 14.2)},100.0%,,${english(sumOf((i) => held(i) * price(i)))},100.0%`,
    ],
    units: held,
    code: 'LN-300',
  }),
  sheet({
    name: 'MB5B_Juni.csv',
    kind: 'stock',
    above: ['Bestände zum Buchungsdatum 01.06.2026 bis 30.06.2026', ''],
    headings: 'BwKrs;Material;Anfangsbestand;Summe Zugänge;Summe Abgänge;Endbestand;ME',
    row: (i) => [1000, `10${4000 + i}`, held(i) + 4, 6, -5, held(i) + 5, 'ST'],
    units: (i) => held(i) + 5,
    code: '104000',
  }),
  sheet({
    name: 'Value Entries.csv',
    kind: 'sales',
    by: ',',
    headings:
      'Posting Date,Item Ledger Entry Type,Document No.,Item No.,Variant Code,Location Code,Invoiced Quantity,Sales Amount (Actual),Cost Amount (Actual)',
    row: (i) => [
      ...[
        `2026-06-${two(day(i))}`,
        i % 4 === 3 ? 'Purchase' : 'Sale',
        `D${i}`,
        `NV${60 + (i % 8)}`,
        one(letters, i),
      ],
      ...[
        'NICE',
        i % 4 === 3 ? 40 : -asked(i),
        i % 4 === 3 ? 0 : english(worth(i)),
        english(-14.2 * asked(i)),
      ],
    ],
    units: (i) => (i % 4 === 3 ? 0 : asked(i)),
    amount: (i) => (i % 4 === 3 ? 0 : worth(i)),
    dates: ['2026-06-04', '2026-06-26'],
  }),
  sheet({
    name: 'transferts inter-magasins.csv',
    kind: null,
    headings: 'Date;N° transfert;Magasin départ;Magasin arrivée;Article;Taille;Qté expédiée;Qté reçue',
    row: (i) => [
      ...[
        `${two(day(i))}/06/2026`,
        `T${i}`,
        'Lyon',
        'Nice',
        `RB${10 + (i % 8)}`,
        one(letters, i),
        asked(i),
        asked(i),
      ],
    ],
  }),
  sheet({
    name: 'facture 2026-118.csv',
    kind: null,
    above: ['TEXTILES DU NORD;;;;;', 'Facture n° 2026-118 à MAISON SAS;;;;;'],
    headings: 'Date;Réf;Désignation;Qté;PU HT;Montant HT',
    row: (i) => [`${two(day(i))}/06/2026`, `RB${10 + i}`, 'Robe', 10 + i, '14,20', french((10 + i) * 14.2)],
  }),
  sheet({
    name: 'Wareneingang Juni.csv',
    kind: null,
    headings: 'Datum;WE-Nr.;Lieferant;Artikel;Größe;Menge;EK-Preis',
    row: (i) => [
      ...[
        `${two(day(i))}.06.2026`,
        700 + i,
        'Opus',
        `OP${30 + (i % 8)}`,
        one(letters, i),
        4 + asked(i),
        '14,20',
      ],
    ],
  }),
  sheet({
    name: 'objectifs CA juillet.csv',
    kind: null,
    headings: 'Magasin;Date;CA TTC;Pièces',
    row: (i) => [
      one(['Lyon', 'Nice'], i),
      `${two(day(i))}/07/2026`,
      french(1500 + 100 * (i % 5)),
      40 + (i % 7),
    ],
  }),
];
