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
const spoken = (i: number): string => `${two(day(i))}/06/2026`;
const german = (i: number): string => `${two(day(i))}.06.2026`;
const isCancelled = (i: number): boolean => i % 6 === 5;
const isRefund = (i: number): boolean => i % 8 === 6;
const signed = (i: number): number => (isRefund(i) ? -asked(i) : asked(i));
const open = (i: number): number => asked(i) * 10;
const evaded = (i: number): number => one([0, 5, 10], i);
const aged = (i: number): number[] => [held(i), i % 3, (i * 2) % 5, i % 2];
const agedSum = (i: number): number => aged(i).reduce((sum, each) => sum + each, 0);
const months = (i: number): number[] => [i % 5, asked(i), (i * 3) % 4, 2, asked(i + 1), i % 3];
const monthSum = (i: number): number => months(i).reduce((sum, each) => sum + each, 0);
const arrivals = (i: number): number[] => [open(i), 0, open(i + 1)];
const arrivalSum = (i: number): number => arrivals(i).reduce((sum, each) => sum + each, 0);

/** What a merchandiser receives on Mondays: the week's sales, and the stock, in two sheets. */
const weekly = await writeXlsx({
  sheets: [
    {
      name: 'Ventes S25',
      rows: [
        ['Ventes semaine 25 – du 15/06/2026 au 21/06/2026'],
        ['Magasin', 'Réf', 'Libellé', 'Qté', 'CA TTC'],
        ...count.map((i) => [one(['Lyon', 'Nice'], i), `PH${200 + i}`, 'Robe', asked(i), worth(i)]),
      ],
    },
    {
      name: 'Stock au 21-06',
      rows: [
        ['Magasin', 'Réf', 'Stock'],
        ...count.map((i) => [one(['Lyon', 'Nice'], i), `PH${200 + i}`, held(i)]),
      ],
    },
  ],
});

/** The tenth lot: written before any of it was read, once nine lots had been. */
export const TENTH_LOT: readonly Unseen[] = [
  sheet({
    name: 'Artikelumsatz.csv',
    kind: 'sales',
    headings: 'Buchungsdatum;Filiale;WGR;Artikel-Nr.;Farbe;Gr.;Verk. Menge;Umsatz brutto;Rohertrag',
    row: (i) => [
      ...[german(i), '014', '310', `AU${20 + (i % 8)}`, 'blau', one(letters, i), asked(i), french(worth(i))],
      french(worth(i) * 0.4),
    ],
    units: asked,
    amount: worth,
    dates: JUNE,
  }),
  sheet({
    name: 'ZSD_BILLING.txt',
    kind: 'sales',
    by: '|',
    headings: 'Bill.Doc.|Item|Billing Date|Plant|Material|Billed Qty|SU|Net Value|Tax Amount|Curr.',
    row: (i) => [
      ...[90_000_100 + (i >> 1), 10 * ((i % 2) + 1), german(i), 'FR01', `MT${500 + (i % 8)}`],
      ...[asked(i), 'PC', english(worth(i) / 1.2), english(worth(i) - worth(i) / 1.2), 'EUR'],
    ],
    units: asked,
    dates: JUNE,
    currency: 'EUR',
  }),
  sheet({
    name: 'STOCK_MAG.csv',
    kind: 'stock',
    headings: 'Code mag;Nom mag;Code EAN;Désignation;Stock théo;En transit;Cde en cours;Stock mini',
    row: (i) => [...['017', 'Annecy', 3_607_180_200_340 + 7 * i, 'Jupe', held(i), i % 3, open(i), 2]],
    units: held,
  }),
  sheet({
    name: 'All Orders Report.txt',
    kind: 'sales',
    by: '\t',
    headings:
      'amazon-order-id\tpurchase-date\torder-status\tproduct-name\tsku\tasin\titem-status\tquantity\tcurrency\titem-price\titem-tax\tshipping-price\tship-country',
    row: (i) => [
      ...[`403-00${1000 + i}`, `2026-06-${two(day(i))}T09:12:00+00:00`],
      ...[isCancelled(i) ? 'Cancelled' : 'Shipped', 'Linen dress', `AZ-${i % 8}`, `B0C${7000 + (i % 8)}`],
      ...[isCancelled(i) ? 'Cancelled' : 'Shipped', isCancelled(i) ? 0 : asked(i), 'EUR'],
      ...[isCancelled(i) ? '' : english(worth(i)), isCancelled(i) ? '' : english(worth(i) / 6), '4.90', 'FR'],
    ],
    units: (i) => (isCancelled(i) ? 0 : asked(i)),
    amount: (i) => (isCancelled(i) ? 0 : worth(i)),
    currency: 'EUR',
  }),
  sheet({
    name: 'Planning livraisons AH26.csv',
    kind: 'orders',
    headings: 'Fournisseur;N° cde;Réf;Coloris;2026-S36;2026-S37;2026-S38;Total',
    row: (i) => ['Opus', `C${310 + (i >> 2)}`, `PL${100 + i}`, 'Noir', ...arrivals(i), arrivalSum(i)],
    units: arrivalSum,
  }),
  sheet({
    name: 'Soldes été – grille.csv',
    kind: 'prices',
    headings: 'Code;Désignation;Prix init.;-30%;-50%;-70%',
    row: (i) => [
      ...[`SG${300 + i}`, 'Chemise', french(price(i)), french(price(i) * 0.7), french(price(i) * 0.5)],
      french(price(i) * 0.3),
    ],
    list: price,
  }),
  sheet({
    name: 'inventory_aging.csv',
    kind: 'stock',
    by: ',',
    headings: 'SKU,Location,0-30 days,31-60 days,61-90 days,90+ days,Total units,Total value',
    row: (i) => [`IA-${400 + i}`, 'Leeds', ...aged(i), agedSum(i), english(agedSum(i) * 14.2)],
    units: agedSum,
  }),
  sheet({
    name: 'ventes_cumul_saison.csv',
    kind: 'stock',
    headings: 'Réf;Désignation;Qté vendue saison;CA saison;Qté vendue S-1;CA S-1;Stock',
    row: (i) => [
      ...[
        `VC${300 + i}`,
        'Blouse',
        asked(i) * 20,
        french(worth(i) * 18),
        asked(i),
        french(worth(i)),
        held(i),
      ],
    ],
    units: held,
  }),
  sheet({
    name: 'Verkaufsstatistik 2026.csv',
    kind: 'sales',
    headings: 'Artikel-Nr.;Bezeichnung;Farbe;Größe;Jan;Feb;Mrz;Apr;Mai;Jun',
    row: (i) => [`VS${300 + i}`, 'Hemd', 'weiß', one(letters, i), ...months(i)],
    units: monthSum,
  }),
  sheet({
    name: 'Tabela de preços.csv',
    kind: 'items',
    headings: 'Código;Descrição;PVP c/IVA;PVP s/IVA;P. Custo',
    row: (i) => [`TP${300 + i}`, 'Vestido', french(price(i)), french(price(i) / 1.23), french(price(i) / 3)],
    list: price,
  }),
  sheet({
    name: 'planning_personnel.csv',
    kind: null,
    headings: 'Magasin;Vendeur;Date;Heures prévues;Heures réalisées;Taux horaire',
    row: (i) => ['Lyon', one(['Zoé', 'Paul'], i), spoken(i), 7, 7 + (i % 2), '12,40'],
  }),
  sheet({
    name: 'receipts-by-item-2026-06.csv',
    kind: 'sales',
    by: ',',
    headings:
      'Date,Receipt number,Receipt type,Category,SKU,Item,Variant,Quantity,Gross sales,Discounts,Net sales,Cost of goods,Gross profit,Taxes,POS,Store,Cashier name,Status',
    row: (i) => [
      ...[`2026-06-${two(day(i))} 10:1${i % 10}`, `1-${1000 + i}`, isRefund(i) ? 'Refund' : 'Sale', 'Tops'],
      ...[10_010 + (i % 8), 'Tee', one(letters, i), signed(i), english(signed(i) * price(i)), '0.00'],
      ...[english(signed(i) * price(i)), english(signed(i) * 9), english(signed(i) * (price(i) - 9))],
      ...[english((signed(i) * price(i)) / 6), 'POS 1', 'Soho', 'Ana', 'Closed'],
    ],
    units: signed,
    amount: (i) => signed(i) * price(i),
    dates: JUNE,
  }),
  sheet({
    name: 'StockOnHand.csv',
    kind: 'stock',
    by: ',',
    headings: 'Code,Option Label,Branch,SOH,Available,Incoming,Open Sales,Unit Cost',
    row: (i) => [
      ...[`CN-${40 + (i >> 2)}`, one(letters, i), 'Auckland', held(i) + 1, held(i), open(i), 1, '14.20'],
    ],
    units: (i) => held(i) + 1,
  }),
  sheet({
    name: 'ASN_0626.csv',
    kind: 'orders',
    by: ',',
    headings: 'ASN,Carton,PO,UPC,Style,Size,Qty Shipped,Ship Date,ETA',
    row: (i) => [
      ...[77_100, `CT${10 + (i >> 1)}`, `PO${4400 + (i >> 2)}`, 889_501_000_007 + 7 * i, `AS${i >> 2}`],
      ...[one(letters, i), open(i), '2026-06-20', '2026-07-28'],
    ],
    units: open,
    dates: ['2026-07-28', '2026-07-28'],
  }),
  sheet({
    name: 'codes_EAN.csv',
    kind: 'items',
    headings: 'Modèle;Coloris;Taille;EAN13;Saison',
    row: (i) => [`EA${20 + (i >> 2)}`, 'Écru', one(letters, i), 3_607_180_300_017 + 7 * i, 'PE26'],
    code: 'EA20',
  }),
  sheet({
    name: 'ordini fornitori.csv',
    kind: 'orders',
    headings:
      'N. ordine;Fornitore;Articolo;Taglia;Q.tà ordinata;Q.tà evasa;Q.tà residua;Data consegna;Prezzo acquisto',
    row: (i) => [
      ...[`OF${310 + (i >> 2)}`, 'Tessuti Riva', `OA${60 + (i >> 2)}`, one(letters, i), open(i), evaded(i)],
      ...[open(i) - evaded(i), `${two(day(i))}/09/2026`, '21,50'],
    ],
    units: (i) => open(i) - evaded(i),
  }),
  sheet({
    name: 'Umsatz_pro_Filiale.csv',
    kind: null,
    headings: 'Datum;Filiale;Umsatz brutto;Bons;Kunden',
    row: (i) => [german(i), one(['014', '015'], i), french(worth(i) * 40), asked(i) * 30, asked(i) * 45],
  }),
  sheet({
    name: 'ertekesites_2026_06.csv',
    kind: 'sales',
    headings: 'Dátum;Üzlet;Cikkszám;Megnevezés;Méret;Mennyiség;Bruttó érték (Ft)',
    row: (i) => [
      ...[`2026.06.${two(day(i))}.`, 'Budapest', `HU${10 + (i % 8)}`, 'Ruha', one(letters, i), few(i)],
      Math.round(paid(i) * 390),
    ],
    units: few,
    amount: (i) => Math.round(paid(i) * 390),
    dates: JUNE,
  }),
  {
    name: 'Point hebdo merch.xlsx',
    kind: 'sales',
    text: weekly,
    units: sumOf(asked),
    amount: sumOf(worth),
    dates: ['2026-06-15', '2026-06-15'],
  },
  sheet({
    name: 'INV_BAL_WKLY.csv',
    kind: 'stock',
    by: ',',
    headings: 'LOC_ID,SKU_ID,BAL_DT,OH_UNITS,OH_RTL_AMT,OO_UNITS,IT_UNITS',
    row: (i) => [...[112, 7_710_000 + i, '20260628', held(i), english(held(i) * price(i)), open(i), i % 3]],
    units: held,
  }),
];
