import { SEVENTH_LOT_REST } from './seventh-lot-rest.ts';
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
const isReturned = (i: number): boolean => i % 7 === 6;
const signed = (i: number): number => (isReturned(i) ? -asked(i) : asked(i));
const isReceipt = (i: number): boolean => i % 5 === 4;
const printed = count
  .map(
    (i) =>
      `${`A${5000 + i}`.padEnd(14)}${'ROBE LIN'.padEnd(20)}${String(held(i)).padStart(8)}${french(price(i)).padStart(12)}`,
  )
  .join('\n');

/** The seventh lot: written with the sixth, read once what the sixth taught was mended. */
export const SEVENTH_LOT: readonly Unseen[] = [
  sheet({
    name: 'inventory_export_1.csv',
    kind: 'stock',
    by: ',',
    headings:
      'Handle,Title,Option1 Name,Option1 Value,SKU,HS Code,COO,Location,Bin name,Incoming (not editable),Unavailable (not editable),Committed (not editable),Available (not editable),On hand (current),On hand (new)',
    row: (i) => [
      ...[
        'linen-dress',
        'Linen dress',
        'Size',
        one(letters, i),
        `LD-${one(letters, i)}-${i >> 2}`,
        '620442',
        'PT',
      ],
      ...['Paris', '', 4, 1, 1, held(i), held(i) + 2, ''],
    ],
    units: (i) => held(i) + 2,
    code: 'LD-S-0',
  }),
  sheet({
    name: 'BusinessReport-01-07-26.csv',
    kind: 'sales',
    by: ',',
    headings:
      '(Parent) ASIN,(Child) ASIN,Title,SKU,Sessions - Total,Page Views - Total,Featured Offer Percentage,Units Ordered,Unit Session Percentage,Ordered Product Sales,Total Order Items',
    row: (i) => [
      ...[
        `B0C${1000 + (i >> 2)}`,
        `B0D${1000 + i}`,
        'Linen dress',
        `LD${i}`,
        120 + i,
        200 + i,
        '98%',
        asked(i),
        '2.1%',
      ],
      ...[`"€${english(worth(i))}"`, asked(i)],
    ],
    units: asked,
    amount: worth,
  }),
  sheet({
    name: 'ventas semanales.csv',
    kind: 'sales',
    headings: 'Ref.;Descripción;Uds S23 2026;Uds S24 2026;€ S23 2026;€ S24 2026',
    row: (i) => [
      ...[`ES${400 + i}`, 'Vestido', asked(i), i % 3, french(worth(i)), french((i % 3) * price(i))],
    ],
    units: (i) => asked(i) + (i % 3),
    amount: (i) => worth(i) + (i % 3) * price(i),
    dates: ['2026-06-01', '2026-06-08'],
    code: 'ES400',
  }),
  sheet({
    name: 'LIGNE.csv',
    kind: 'sales',
    headings:
      'GL_NATUREPIECEG;GL_ETABLISSEMENT;GL_DATEPIECE;GL_NUMERO;GL_NUMLIGNE;GL_CODEARTICLE;GL_CODEBARRE;GL_QTEFACT;GL_PUTTC;GL_TOTALTTC',
    row: (i) => [
      ...[
        isReceipt(i) ? 'BLF' : 'FFO',
        '001',
        `${two(day(i))}/06/2026`,
        4000 + i,
        1,
        `CG${10 + (i % 8)}`,
        3_607_180_000_000 + i,
      ],
      ...[
        isReceipt(i) ? 24 : asked(i),
        french(isReceipt(i) ? 14.2 : price(i)),
        french(isReceipt(i) ? 340.8 : worth(i)),
      ],
    ],
    units: (i) => (isReceipt(i) ? 0 : asked(i)),
    amount: (i) => (isReceipt(i) ? 0 : worth(i)),
    dates: JUNE,
  }),
  {
    name: 'ETATSTK.TXT',
    kind: 'stock',
    text: `${'CODE'.padEnd(14)}${'DESIGNATION'.padEnd(20)}${'STOCK'.padStart(8)}${'PV TTC'.padStart(12)}\n${printed}\n`,
    units: sumOf(held),
  },
  sheet({
    name: 'promo performance.csv',
    kind: 'sales',
    by: ',',
    headings: 'Trading Date,Store,SKU,Sold Units,Full Price Value,Markdown Value,Promo Value,Net Value',
    row: (i) => [
      ...[
        `${two(day(i))}-Jun-26`,
        'Bath',
        310_200 + (i % 9),
        asked(i),
        english(worth(i)),
        english(worth(i) * 0.2),
      ],
      ...[english(2), english(worth(i) * 0.8 - 2)],
    ],
    units: asked,
    amount: (i) => Number((worth(i) * 0.8 - 2).toFixed(2)),
    dates: JUNE,
    code: '310200',
  }),
  sheet({
    name: 'Lagerbeholdning.csv',
    kind: 'stock',
    headings:
      'Varenr.;Variant;Beskrivelse;Beholdning;Disponibel;I ordre;På vej;Kostpris;Salgspris inkl. moms',
    row: (i) => [
      ...[
        `DK${70 + (i >> 2)}`,
        one(letters, i),
        'Kjole',
        held(i) + 2,
        held(i),
        2,
        6,
        '110,00',
        french(price(i) * 8),
      ],
    ],
    units: (i) => held(i) + 2,
  }),
  sheet({
    name: 'clients fidélité.csv',
    kind: null,
    headings: 'N° carte;Nom;Prénom;CP;Ville;Magasin;Inscription;CA 12 mois;Nb achats',
    row: (i) => [
      ...[900_100 + i, 'Martin', 'Anne', 69_001, 'Lyon', 'Lyon Part-Dieu', `${two(day(i))}/06/2024`],
      ...[french(120 + i), 3 + (i % 4)],
    ],
  }),
  sheet({
    name: 'démarques soldes été.csv',
    kind: 'prices',
    headings: 'Réf;Libellé;Prix initial TTC;Taux 1;Prix 1;Taux 2;Prix 2',
    row: (i) => [
      ...[
        `SE${400 + i}`,
        'Robe',
        french(price(i)),
        '30 %',
        french(price(i) * 0.7),
        '50 %',
        french(price(i) * 0.5),
      ],
    ],
    list: price,
  }),
  sheet({
    name: 'tarif achat 2026.csv',
    kind: null,
    headings: 'Réf fournisseur;Désignation;Prix;Devise;MOQ;Incoterm;Port',
    row: (i) => [`FO${400 + i}`, 'Linen dress', english(11.4 + (i % 5)), 'USD', 300, 'FOB', 'Chittagong'],
  }),
  sheet({
    name: 'dettaglio scontrini.csv',
    kind: 'sales',
    headings: 'Data;Scontrino;Riga;Articolo;Taglia;Qtà;Segno;Importo',
    row: (i) => [
      ...[
        `${two(day(i))}/06/2026`,
        3300 + i,
        1,
        `IT${50 + (i % 8)}`,
        one(letters, i),
        asked(i),
        isReturned(i) ? '-' : '+',
      ],
      french(worth(i)),
    ],
    units: signed,
    amount: (i) => signed(i) * price(i),
    dates: JUNE,
  }),
  ...SEVENTH_LOT_REST,
];
