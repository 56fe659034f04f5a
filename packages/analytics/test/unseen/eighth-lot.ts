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
const isTransfer = (i: number): boolean => i % 6 === 5;
const dozens = (i: number): number => 1 + (i % 3);
const sizes = (i: number): number[] => [i % 3, 1 + (i % 2), (i * 3) % 4];
const sizeSum = (i: number): number => sizes(i).reduce((sum, each) => sum + each, 0);
const swiss = (value: number): string => english(value).replace(/(\d)(?=(\d{3})+\.)/g, "$1'");
const thin = (value: number): string => french(value).replace(/(\d)(?=(\d{3})+,)/g, '$1\u202f');

/** Two rows of headings: the shop above, what is counted below. */
const twoStoreys = await writeXlsx({
  sheets: [
    {
      name: 'Synthèse',
      rows: [
        ['Stock et ventes – semaine 25', null, null, null, null, null],
        [null, null, 'Lyon', null, 'Nice', null],
        ['Réf.', 'Libellé', 'Ventes', 'Stock', 'Ventes', 'Stock'],
        ...count.map((i) => [`DE${300 + i}`, 'Robe', asked(i), held(i), i % 3, held(i + 1)]),
      ],
    },
  ],
});

const hidden = await writeXlsx({
  sheets: [
    { name: 'Lisez-moi', rows: [['Export du 01/07/2026'], ['Contact : siège']] },
    {
      name: 'Datos',
      rows: [
        ['Fecha', 'Tienda', 'Ref', 'Talla', 'Uds', 'Importe'],
        ...count.map((i) => [
          new Date(Date.UTC(2026, 5, day(i))),
          'Vigo',
          `HX${10 + (i % 8)}`,
          one(letters, i),
          few(i),
          paid(i),
        ]),
      ],
    },
    {
      name: 'Resumen',
      rows: [
        ['Tienda', 'Uds', 'Importe'],
        ['Vigo', sumOf(few), sumOf(paid)],
      ],
    },
  ],
});

/** The eighth lot: written with the sixth and the seventh, read last. */
export const EIGHTH_LOT: readonly Unseen[] = [
  {
    name: 'Synthèse S25.xlsx',
    kind: 'stock',
    text: twoStoreys,
    units: sumOf((i) => held(i) + held(i + 1)),
  },
  { name: 'informe.xlsx', kind: 'sales', text: hidden, units: sumOf(few), amount: sumOf(paid), dates: JUNE },
  sheet({
    name: 'Kassenjournal.csv',
    kind: 'sales',
    headings: 'Beleg;Zeitpunkt;Kasse;Artikel-Nr;Bezeichnung;Stk;E-Preis;Rab.;Betrag;MwSt;S',
    row: (i) => [
      ...[
        600 + i,
        `${two(day(i))}.06.26 14:0${i % 10}`,
        2,
        `CH${40 + (i % 8)}`,
        'Kleid',
        asked(i) * 10,
        swiss(price(i) * 10),
      ],
      ...['0.00', swiss(worth(i) * 100), '8.1', 'V'],
    ],
    units: (i) => asked(i) * 10,
    amount: (i) => worth(i) * 100,
    dates: JUNE,
  }),
  sheet({
    name: 'livraisons prévues.csv',
    kind: 'orders',
    headings: 'Cde;Réf;Nb douzaines;Pièces;PA HT;Arrivée dépôt',
    row: (i) => [
      `CF${20 + (i >> 2)}`,
      `LP${80 + i}`,
      dozens(i),
      dozens(i) * 12,
      '8,20',
      `S${33 + (i % 3)} 2026`,
    ],
    units: (i) => dozens(i) * 12,
  }),
  sheet({
    name: 'stock depot et mags.csv',
    kind: 'stock',
    headings: 'Réf;Taille;Stock mag.;Stock dépôt;Stock web;Stock total;En cours fourn.',
    row: (i) => [...[`SD${50 + (i >> 2)}`, one(letters, i), held(i), 4, 1, held(i) + 5, 30]],
    units: (i) => held(i) + 5,
  }),
  sheet({
    name: 'DETVTE.csv',
    kind: 'sales',
    headings: 'DATVTE;CODMAG;NUMTIC;CODART;CODTAI;QTEVTE;PVINIT;PVREEL;TAUXREM',
    row: (i) => [
      ...[
        `202606${two(day(i))}`,
        '07',
        120 + i,
        `DV${30 + (i % 8)}`,
        one(letters, i),
        asked(i),
        french(price(i)),
      ],
      ...[french(price(i) * 0.8), 20],
    ],
    units: asked,
    amount: (i) => asked(i) * Number((price(i) * 0.8).toFixed(2)),
    dates: JUNE,
  }),
  sheet({
    name: 'sales and transfers.csv',
    kind: 'sales',
    by: ',',
    headings: 'Date,Doc,From,To,SKU,Qty,Value',
    row: (i) => [
      ...[
        `2026-06-${two(day(i))}`,
        isTransfer(i) ? 'TRF' : 'SAL',
        'Store 4',
        isTransfer(i) ? 'Store 9' : 'Customer',
      ],
      ...[`TX${10 + (i % 8)}`, asked(i), english(worth(i))],
    ],
    units: (i) => (isTransfer(i) ? 0 : asked(i)),
    amount: (i) => (isTransfer(i) ? 0 : worth(i)),
  }),
  sheet({
    name: 'nya priser.csv',
    kind: 'prices',
    headings: 'Artikelnr;Ord. pris;Nytt pris;Gäller fr.o.m.',
    row: (i) => [`SV${200 + i}`, french(price(i) * 10), french(price(i) * 7), '2026-06-24'],
    list: (i) => price(i) * 10,
  }),
  sheet({
    name: 'Produktkatalog.csv',
    kind: 'items',
    headings: 'Artikel;Variante;EAN;Bezeichnung;Hauptwarengruppe;Farbe;Gr.;UVP;VK;EK;Saison;NOS',
    row: (i) => [
      ...[`PK${20 + i}`, one(letters, i), 4_012_345_000_000 + i, 'Hose', 'Damen', 'Schwarz', one(letters, i)],
      ...[french(price(i) + 10), french(price(i)), '14,20', 'HW26', 'N'],
    ],
    list: price,
  }),
  sheet({
    name: 'rappel tailles.csv',
    kind: 'stock',
    headings: 'Réf;Coloris;T1;T2;T3;Nb pcs;Mag',
    row: (i) => [`RT${20 + i}`, 'Noir', ...sizes(i), sizeSum(i), 'Dijon'],
    units: sizeSum,
  }),
  sheet({
    name: 'retours fournisseurs.csv',
    kind: null,
    headings: 'Date;Fournisseur;BR;Article;Qté;Motif;Avoir HT',
    row: (i) => [
      ...[
        `${two(day(i))}/06/2026`,
        'Textiles du Nord',
        300 + i,
        `RF${10 + (i % 8)}`,
        asked(i),
        'Défaut',
        '14,20',
      ],
    ],
  }),
  sheet({
    name: 'casse et démarque inconnue.csv',
    kind: null,
    headings: 'Date;Magasin;Article;Qté;Valeur PV;Nature',
    row: (i) => [
      ...[
        `${two(day(i))}/06/2026`,
        'Lyon',
        `CS${10 + (i % 8)}`,
        asked(i),
        french(worth(i)),
        one(['Casse', 'Vol'], i),
      ],
    ],
  }),
  sheet({
    name: 'trafic magasins.csv',
    kind: null,
    headings: 'Date;Magasin;Entrées;Tickets;Taux de transformation',
    row: (i) => [`${two(day(i))}/06/2026`, 'Lyon', 400 + 7 * i, 60 + i, '15 %'],
  }),
  sheet({
    name: 'analyse marge.csv',
    kind: 'sales',
    headings: 'Semaine;Magasin;Code article;Qté;CA HT;Coût des ventes;Marge;Taux de marge',
    row: (i) => [
      ...[
        `2026-W${23 + (i % 3)}`,
        'Metz',
        `AM${300 + i}`,
        asked(i),
        french(worth(i) / 1.2),
        french(asked(i) * 9),
      ],
      ...[french(worth(i) / 1.2 - asked(i) * 9), '50 %'],
    ],
    units: asked,
    amount: (i) => Number((worth(i) / 1.2).toFixed(2)),
  }),
  sheet({
    name: 'web_sessions_sales.csv',
    kind: 'sales',
    by: ',',
    headings: 'Date,Product id,Views,Add to carts,Quantity,Product revenue,Refund amount',
    row: (i) => [
      ...[`202606${two(day(i))}`, `GA${40 + (i % 8)}`, 300 + i, 20 + i, asked(i), english(worth(i))],
      i % 8 === 7 ? english(price(i)) : '0.00',
    ],
    units: asked,
    dates: JUNE,
  }),
  sheet({
    name: 'Ventes TTC juin (copie).csv',
    kind: 'sales',
    headings: 'Jour;Code Mag.;Réf. art.;Nb;Prix TTC',
    row: (i) => [`${two(day(i))}/06/26`, 14, `VJ${30 + (i % 8)}`, few(i), thin(few(i) * price(i) * 100)],
    units: few,
    amount: (i) => few(i) * price(i) * 100,
    dates: JUNE,
  }),
  sheet({
    name: 'stock_j-1.csv',
    kind: 'stock',
    headings: 'date_extraction;date_stock;magasin;ean;qte;qte_mini;qte_maxi',
    row: (i) => ['2026-07-01', '2026-06-30', '033', 3_607_180_012_340 + 7 * i, held(i), 2, 9],
    units: held,
    dates: ['2026-06-30', '2026-06-30'],
  }),
  sheet({
    name: 'Omsætning pr. vare.csv',
    kind: 'sales',
    headings: 'Dato;Varenr.;Antal;Omsætning ekskl. moms;Vareforbrug;DB;DG',
    row: (i) => [
      ...[
        `${two(day(i))}-06-2026`,
        `OM${30 + (i % 8)}`,
        asked(i),
        french(worth(i) / 1.25),
        french(asked(i) * 9),
      ],
      ...[french(worth(i) / 1.25 - asked(i) * 9), '55,0'],
    ],
    units: asked,
    amount: (i) => Number((worth(i) / 1.25).toFixed(2)),
    dates: JUNE,
  }),
  sheet({
    name: 'Preise_Filiale.csv',
    kind: 'prices',
    headings: 'Artikel;Filiale;VK alt;VK neu;gültig ab;gültig bis',
    row: (i) => [
      ...[`PF${30 + (i >> 1)}`, one(['Köln', 'Bonn'], i), french(price(i >> 1)), french(price(i >> 1) * 0.7)],
      ...['24.06.2026', '21.07.2026'],
    ],
    list: (i) => (i % 2 ? 0 : price(i >> 1)),
  }),
  sheet({
    name: 'reassort proposé.csv',
    kind: null,
    headings: 'Magasin;Réf;Taille;Stock mag;Ventes 4 sem.;Qté proposée;Qté validée',
    row: (i) => ['Lyon', `RP${30 + (i >> 2)}`, one(letters, i), held(i), asked(i), 2, 2],
  }),
];
