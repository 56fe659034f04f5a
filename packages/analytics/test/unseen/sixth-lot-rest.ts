import {
  asked,
  count,
  day,
  english,
  french,
  held,
  letters,
  one,
  price,
  sheet,
  sumOf,
  two,
  type Unseen,
  worth,
} from './sheet.ts';

const JUNE = ['2026-06-04', '2026-06-27'] as const;
const gtin = (i: number): string => String(3_607_180_012_340 + 7 * (i % 11));
const frenchThousands = (value: number): string => String(value).replace(/(\d)(?=(\d{3})+$)/g, '$1 ');

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

/** The files of the sixth lot after its first. */
export const SIXTH_LOT_REST: readonly Unseen[] = [
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
