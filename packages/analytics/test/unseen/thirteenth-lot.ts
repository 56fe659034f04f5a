import {
  asked,
  day,
  english,
  few,
  french,
  held,
  letters,
  one,
  paid,
  price,
  ref,
  sheet,
  two,
  type Unseen,
  worth,
} from './sheet.ts';

const JUNE = ['2026-06-04', '2026-06-27'] as const;
const slashed = (i: number): string => `${two(day(i))}/06/2026`;
const dotted = (i: number): string => `${two(day(i))}.06.2026`;
const iso = (i: number): string => `2026-06-${two(day(i))}`;

const metres = (i: number): number => one([1.5, 2, 0.8, 3.2], i);
const STATES = ['shipped', 'shipped', 'returned', 'shipped', 'cancelled'] as const;
const isShipped = (i: number): boolean => one(STATES, i) === 'shipped';
const cents = (value: number): number => Math.round(value * 100) / 100;
const taxes = (i: number): number => cents(worth(i) * 0.05) + cents(worth(i) * 0.09975);
const cartons = (i: number): number => (i % 3) + 1;
const loose = (i: number): number => (i * 7) % 6;
const bottles = (i: number): number => cartons(i) * 6 + loose(i);

/** The thirteenth lot: trades, countries and tills that no lot had, written before any of it was read. */
export const THIRTEENTH_LOT: readonly Unseen[] = [
  sheet({
    name: 'receipts-by-item-2026-06.csv',
    kind: 'sales',
    by: ',',
    headings:
      'Date,Receipt number,Receipt type,Category,SKU,Item,Variant,Quantity,Gross sales,Discounts,Net sales',
    row: (i) => [
      ...[`${iso(i)} 14:0${i % 9}`, `2-${1200 + i}`, few(i) < 0 ? 'Refund' : 'Sale', 'Dresses'],
      ...[`LV-${i % 8}`, 'Wrap dress', one(letters, i), few(i), english(paid(i) + few(i) * 4)],
      ...[english(few(i) * 4), english(paid(i))],
    ],
    units: few,
    amount: paid,
    dates: JUNE,
  }),
  sheet({
    name: 'Raport vanzari iunie.csv',
    kind: 'sales',
    headings: 'Data;Magazin;Cod produs;Denumire;Marime;Cantitate;Pret unitar;Valoare cu TVA',
    row: (i) => [
      ...[dotted(i), 'Cluj', `RV${20 + (i % 8)}`, 'Rochie', one(letters, i), asked(i)],
      ...[french(price(i)), french(worth(i))],
    ],
    units: asked,
    amount: worth,
    dates: JUNE,
  }),
  sheet({
    name: 'Πωλήσεις Ιουνίου.csv',
    kind: 'sales',
    headings: 'Ημερομηνία;Κατάστημα;Κωδικός;Μέγεθος;Ποσότητα;Αξία',
    row: (i) => [slashed(i), 'Πάτρα', `GR${30 + (i % 8)}`, one(letters, i), asked(i), french(worth(i))],
    units: asked,
    amount: worth,
  }),
  sheet({
    name: 'Vendas_PDV_062026.csv',
    kind: 'sales',
    headings: 'Loja;Cupom;Data;Cód. Produto;Tam.;Qtde;Vl. Unit.;Vl. Desconto;Vl. Total',
    row: (i) => [
      ...['Moema', 700_100 + i, slashed(i), `BR${40 + (i % 8)}`, one(letters, i), asked(i)],
      ...[french(price(i) + 2), french(asked(i) * 2), french(worth(i))],
    ],
    units: asked,
    amount: worth,
    dates: JUNE,
  }),
  sheet({
    name: 'Rapport des ventes - succursale.csv',
    kind: 'sales',
    headings: 'Succ.;Date;No facture;UGS;Description;Qté;Prix;Sous-total;TPS;TVQ;Total',
    row: (i) => [
      ...['Laval', iso(i), 88_000 + i, `QC-${i % 8}`, 'Tuque', asked(i), french(price(i)), french(worth(i))],
      ...[french(cents(worth(i) * 0.05)), french(cents(worth(i) * 0.09975)), french(worth(i) + taxes(i))],
    ],
    units: asked,
    amount: (i) => worth(i) + taxes(i),
    dates: JUNE,
  }),
  sheet({
    name: 'Stock montures.csv',
    kind: 'stock',
    headings: 'Marque;Modèle;Coloris;Calibre;Pont;Branche;Code interne;Dispo;En commande;PV conseillé',
    row: (i) => [
      ...['Lunor', `A${i % 6}`, one(['Écaille', 'Noir'], i), 46 + (i % 4) * 2, 20, 145, `OP${300 + i}`],
      ...[held(i), i % 3, french(price(i) * 4)],
    ],
    units: held,
  }),
  sheet({
    name: 'Palmarès librairie.csv',
    kind: 'sales',
    above: ['Semaine 25 2026'],
    headings: 'Rang;EAN;Titre;Éditeur;Ventes sem.;Ventes cumulées;Stock;PVP',
    row: (i) => [
      ...[i + 1, `97820700${10_000 + 37 * i}`, `Roman ${i}`, 'Minuit', asked(i), asked(i) * 9 + i, held(i)],
      french(price(i) / 4),
    ],
    units: asked,
  }),
  sheet({
    name: 'inventaire cave.csv',
    kind: 'stock',
    headings: 'Domaine;Cuvée;Millésime;Format;Code;Cartons de 6;Bouteilles;Total bouteilles',
    row: (i) => [
      ...['Clos Neuf', 'Vieilles vignes', 2019 + (i % 5), '75 cl', `CV${500 + i}`],
      ...[cartons(i), loose(i), bottles(i)],
    ],
    units: bottles,
  }),
  sheet({
    name: 'Livre de police bijoux.csv',
    kind: 'sales',
    headings: 'N° police;Date de vente;Réf;Désignation;Poids (g);Titre;Prix de vente TTC;Acompte versé',
    row: (i) => [
      ...[1400 + i, slashed(i), `BJ${600 + i}`, 'Bague', french(3 + (i % 4) / 10), '750'],
      ...[french(price(i) * 10), french(price(i) * 2)],
    ],
    units: () => 1,
    amount: (i) => price(i) * 10,
  }),
  sheet({
    name: 'Werkstattaufträge.csv',
    kind: null,
    headings: 'Auftrag;Datum;Kunde;Rad;Arbeit;Teile-Nr.;Anzahl;Stunden;Betrag',
    row: (i) => [
      ...[`WA${900 + i}`, dotted(i), 'Huber', 'Trekking', 'Kette', `TN-${i % 8}`, 1, french(0.5)],
      french(price(i)),
    ],
  }),
  sheet({
    name: 'ventes au mètre.csv',
    kind: 'sales',
    headings: 'Date;Boutique;Réf tissu;Coloris;Métrage;Prix au mètre;Total TTC',
    row: (i) => [
      ...[slashed(i), 'Roubaix', `TI${70 + (i % 8)}`, 'Écru', french(metres(i)), french(price(i))],
      french(metres(i) * price(i)),
    ],
    units: metres,
    amount: (i) => cents(metres(i) * price(i)),
    dates: JUNE,
  }),
  sheet({
    name: 'Transferts entre magasins.csv',
    kind: null,
    headings: 'Date;De;Vers;Réf;Taille;Qté;Statut',
    row: (i) => [
      slashed(i),
      'Lyon',
      'Lille',
      ref(i),
      one(letters, i),
      asked(i),
      one(['Reçu', 'En transit'], i),
    ],
  }),
  sheet({
    name: 'points fidélité.csv',
    kind: null,
    headings: 'Date;Carte;Magasin;Réf article;Points gagnés;Points utilisés;Solde',
    row: (i) => [slashed(i), `C${77_000 + i}`, 'Metz', ref(i), 10 * asked(i), 0, 100 + i],
  }),
  sheet({
    name: 'Linesheet SS27.csv',
    kind: 'items',
    by: ',',
    headings: 'Style #,Style name,Colour,Size run,WHS EUR,RRP EUR,MOQ,Delivery window',
    row: (i) => [
      ...[`LS${800 + i}`, 'Blazer', one(['Navy', 'Stone'], i), 'XS-XL', english(price(i) / 2.5)],
      ...[english(price(i)), 6, 'Jan-Feb'],
    ],
    list: price,
  }),
  sheet({
    name: 'partner_order_items.csv',
    kind: 'sales',
    headings: 'order_number;article_id;ean;order_date;item_status;price_gross;commission;currency',
    row: (i) => [
      ...[`10${300_000 + 7 * i}`, `PA${i % 8}`, '', iso(i), one(STATES, i), english(price(i))],
      ...[english(price(i) * 0.15), 'EUR'],
    ],
    units: (i) => (isShipped(i) ? 1 : 0),
    amount: (i) => (isShipped(i) ? price(i) : 0),
  }),
  sheet({
    name: 'Stock by branch.csv',
    kind: 'stock',
    by: ',',
    headings: 'Dept,SKU,Desc,Size,Leeds,York,Hull,WH,On order',
    row: (i) => ['Ladies', `SB${900 + i}`, 'Jumper', one(letters, i), i % 3, asked(i), held(i), 12, 20],
    units: (i) => (i % 3) + asked(i) + held(i) + 12,
  }),
  sheet({
    name: 'Commandes Asie.csv',
    kind: 'orders',
    headings: 'PO;Fabricant;Réf;Taille;Nb cartons;PCB;Qté totale;ETD;ETA;FOB USD',
    row: (i) => [
      ...[`PO${50 + (i >> 3)}`, 'Ningbo', `CA${100 + (i % 8)}`, one(letters, i), cartons(i), 12],
      ...[cartons(i) * 12, '10/08/2026', '20/09/2026', french(price(i) / 5)],
    ],
    units: (i) => cartons(i) * 12,
    dates: ['2026-09-20', '2026-09-20'],
  }),
  sheet({
    name: 'Budget achats H26.csv',
    kind: null,
    headings: 'Famille;Mois;Budget CA;Budget marge;Qté budget;OTB restant',
    row: (i) => [one(['Robes', 'Pulls'], i), `${two((i % 6) + 7)}/2026`, 40_000 + i, '52 %', 800 + i, 12_000],
  }),
  sheet({
    name: 'Repricing_UK_stores.csv',
    kind: 'prices',
    by: ',',
    headings: 'Eff Date,Store Grp,Item,Was,Now,Promo ID',
    row: (i) => ['24/06/2026', 'ALL', `RP${200 + i}`, english(price(i)), english(price(i) / 2), 'SUM26'],
    list: price,
  }),
  sheet({
    name: 'Ventes N et N-1.csv',
    kind: 'sales',
    above: ['Du 01/06/2026 au 30/06/2026'],
    headings: 'Réf;Libellé;Qté N;Qté N-1;CA N;CA N-1;Évol.',
    row: (i) => [
      ...[`NN${300 + i}`, 'Jupe', asked(i), asked(i) + 1, french(worth(i)), french(worth(i) + price(i))],
      '-12 %',
    ],
    units: asked,
    amount: worth,
  }),
];
