// A French book and record shop: ISBN and EAN, VAT of 5.5 and 20 %, tickets and Z of June, supplier backlog.
import { barcode } from './merchants-tools.ts';
import type { Cell, Product, Retailer, Sale } from './retailers-tools.ts';
import {
  add,
  ansi,
  at,
  blank,
  cells,
  dmy,
  kept,
  labels,
  later,
  money,
  ofSales,
  pad,
  products,
  roll,
  sales,
  table,
  times,
  written,
} from './retailers-tools.ts';

const SEED = 2247;

const RANGE: Product[] = products(SEED, {
  priced: cells(
    'Les Marées lentes: 21.90|Un été à Ravenne: 19.50|La Fabrique des ombres: 22.00|Le Nom du fleuve: 18.90',
    'Chambre 14: 8.70|L’Herbe haute: 7.90|Sept jours de neige: 9.20|Le Testament d’Alba: 8.40',
    'La Nuit des passeurs: 23.90|Mauvais temps sur Brest: 20.90|Trois balles pour Léo: 9.90',
    'Atlas des vents: 39.00|Histoire de la mer Noire: 27.50|Penser le vivant: 24.00|Jardins secrets: 34.90',
    'Le Loup qui comptait: 13.50|Bonsoir la lune: 11.90|Pirate Gaston, tome 3: 6.95|L’École des fées: 5.95',
    'Blacksand, tome 2: 16.50|Nippon Express, tome 11: 7.20|Les Cités d’ambre: 25.00|Le Dernier Far: 19.99',
    'Cuisine de saison: 29.95|Le Pain maison: 22.50|Guide Lisbonne 2026: 14.95|Guide Bretagne: 15.90',
    'LP Nadia Koral – Sable: 27.99|LP The Low Tides – II: 24.99|CD Orchestre de Lille: 17.99',
    'LP Compilation Afro 70: 31.99|CD Mina Rey – Solo: 15.99|LP Jazz à Vienne: 29.99|CD Berceuses: 12.99',
  ),
  code: (index) =>
    barcode(
      index < 27
        ? `97820${pad(7114 + index * 37, 5)}${pad(index * 3)}`
        : `37609${pad(8120 + index * 17, 5)}${pad(index)}`,
    ),
}).map((item, index) => ({ ...item, cost: Math.round((item.price * 0.64) / (index < 27 ? 1.055 : 1.2)) }));

const SECTIONS = labels('Littérature|Poche|Polar|Beaux livres|Jeunesse|BD – Manga|Pratique|Disques');
const STARTS = [0, 4, 8, 11, 15, 19, 23, 27];
const place = (item: Product): number => RANGE.indexOf(item);
const section = (item: Product): string =>
  at(SECTIONS, STARTS.filter((start) => start <= place(item)).length - 1);
const isBook = (item: Product): boolean => place(item) < 27;
const rate = (item: Product): string => (isBook(item) ? '5,50' : '20,00');
const untaxed = (item: Product, cents: number): number => Math.round(cents / (isBook(item) ? 1.055 : 1.2));
const euros = (cents: number): string => written(cents);
const AUTHORS = labels('MORVAN A.|KESSEL J.|ODIER P.|SIMON L.|DIALLO M.|NGUYEN T.');
const HOUSES = labels('Rivage d’encre|Éditions du Phare|Grand Large|Minuit dix|Petits Cailloux');

const ITEMS: Cell[][] = [
  cells(
    'EAN13|Titre|Auteur / Interprète|Éditeur|Distributeur|Rayon|PV TTC|Tx TVA|Remise libraire %|PA HT',
    'Parution',
  ),
  ...RANGE.map((item, index): Cell[] => [
    ...[item.code, item.label, at(AUTHORS, index)],
    ...[at(HOUSES, index), at(labels('SODIS|HACHETTE|INTERFORUM|MDS'), index), section(item)],
    ...[euros(item.price), rate(item), '36,00', euros(item.cost)],
    dmy(later('2025-08-20', index * 9)),
  ]),
];

/** New books: never more than 5 % off, by law. The shop is closed on Sundays. */
const LINES: Sale[] = sales(SEED + 20, {
  range: RANGE,
  ...{ from: '2026-06-01', days: 30, count: 57, markdown: '2026-06-24' },
}).map((line) => {
  const off = !isBook(line.product) ? line.off : line.index % 9 === 4 ? 5 : 0;
  const each = Math.round((line.product.price * (100 - off)) / 100);
  const isSunday = new Date(`${line.day}T00:00:00Z`).getUTCDay() === 0;
  return { ...line, off, each, paid: each * line.units, day: isSunday ? later(line.day, -1) : line.day };
});

const TICKETS: Cell[][] = [
  cells(
    'Date|Heure|N° ticket|Type|EAN|Désignation|Rayon|Qté|PU TTC|Rem. %|Montant TTC|Montant HT|Tx TVA|Vendeur',
  ),
  ...LINES.map((line): Cell[] => [
    ...[dmy(line.day), line.time, line.ticket, line.cancelled ? 'ANN' : line.units < 0 ? 'RET' : 'VTE'],
    ...[line.product.code, line.product.label, section(line.product), line.units, euros(line.product.price)],
    ...[line.off || '', euros(line.paid), euros(untaxed(line.product, line.paid)), rate(line.product)],
    at(labels('LUC|EMMA|SACHA'), line.index),
  ]),
];

const HELD = RANGE.map((item, index) => ({ item, units: roll(SEED + 30, index, 12) }));
const worth = (lines: typeof HELD): number => add(lines, ({ item, units }) => units * item.cost);

const STOCK: Cell[][] = [
  ['LIBRAIRIE LE CHAT BOTTÉ', ...blank(6)],
  ['Inventaire permanent valorisé – édité le 06/07/2026 à 08:12', ...blank(6)],
  blank(7),
  cells('Rayon|EAN|Titre|Qté en stock|PMP HT|Valeur stock HT|PV TTC'),
  ...SECTIONS.flatMap((name) => {
    const lines = HELD.filter(({ item }) => section(item) === name);
    return [
      ...lines.map(({ item, units }): Cell[] => [
        ...[name, item.code, item.label, units, euros(item.cost), euros(units * item.cost)],
        euros(item.price),
      ]),
      [`Sous-total ${name}`, '', '', add(lines, ({ units }) => units), '', euros(worth(lines)), ''],
    ];
  }),
  ['TOTAL GÉNÉRAL', '', '', add(HELD, ({ units }) => units), '', euros(worth(HELD)), ''],
];

const DAYS = [...new Set(kept(LINES).map(({ day }) => day))].sort();
const ofDay = (day: string): Sale[] => kept(LINES).filter((line) => line.day === day);

function till(lines: readonly Sale[]): Cell[] {
  const paid = add(lines, (line) => line.paid);
  const net = add(lines, (line) => untaxed(line.product, line.paid));
  const books = lines.filter(({ product }) => isBook(product));
  const low = add(books, (line) => line.paid);
  const cash = Math.round(paid * 0.2);
  return [
    ...[new Set(lines.map(({ ticket }) => ticket)).size, euros(paid), euros(net), euros(paid - net)],
    ...[euros(low), euros(paid - low), euros(paid - cash), euros(cash), '0,00'],
  ];
}

const CONTROL: Cell[][] = [
  ['Récapitulatif des Z – Juin 2026', ...blank(10)],
  cells('Date|N° Z|Nb tickets|Total TTC|Total HT|Total TVA|TTC à 5,5 %|TTC à 20 %|CB|Espèces|Écart'),
  ...DAYS.map((day, index): Cell[] => [dmy(day), 1874 + index, ...till(ofDay(day))]),
  ['Total juin 2026', '', ...till(kept(LINES))],
];

function stateOf(index: number): string {
  if (index % 12 === 5) return 'ÉPUISÉ';
  if (index % 9 === 4) return 'LIVRÉ';
  return index % 4 === 1 ? 'PARTIEL' : 'NOTÉ';
}

const ASKED = times(40, (index) => {
  const item = RANGE[(index * 7) % RANGE.length];
  if (!item) throw new Error('No product.');
  const state = stateOf(index);
  const asked = 2 + roll(SEED + 40, index, 9);
  const received = state === 'LIVRÉ' ? asked : state === 'PARTIEL' ? 1 : 0;
  return { index, item, state, asked, received, left: state === 'ÉPUISÉ' ? 0 : asked - received };
});

const ORDERS: Cell[][] = [
  cells('Distributeur|N° commande|Date cde|EAN|Titre|Cdé|Reçu|Reste à recevoir|Statut|Date prévue|PA HT'),
  ...ASKED.map(({ index, item, state, asked, received, left }): Cell[] => [
    ...[at(labels('SODIS|HACHETTE|INTERFORUM|MDS'), Math.floor(index / 5)), 60417 + Math.floor(index / 5)],
    ...[dmy(later('2026-06-22', Math.floor(index / 5))), item.code, item.label, asked, received, left, state],
    ...[dmy(later('2026-07-09', index % 25)), euros(item.cost)],
  ]),
];

const BACK: Cell[][] = [
  cells(
    'N° BL retour|Date retour|Distributeur|EAN|Titre|Qté retournée|Prix HT|Montant HT|Avoir n°',
    'État avoir',
  ),
  ...times(30, (index): Cell[] => {
    const item = RANGE[(index * 5 + 2) % RANGE.length];
    const [units, cost] = [1 + roll(SEED + 50, index, 5), item?.cost ?? 0];
    return [
      ...[`R26-${pad(88 + Math.floor(index / 6), 4)}`, dmy(later('2026-05-18', Math.floor(index / 6) * 8))],
      ...[at(labels('SODIS|HACHETTE|MDS'), Math.floor(index / 6)), item?.code ?? '', item?.label ?? ''],
      ...[units, euros(cost), euros(units * cost), index < 18 ? `AV${70312 + Math.floor(index / 6)}` : ''],
      index < 18 ? 'Reçu' : 'En attente',
    ];
  }),
];

const CODE = kept(LINES)[0]?.product.code ?? '';

export const MERCHANT_2: Retailer = {
  name: 'a French book and record shop',
  files: [
    {
      name: 'EXPORT_ARTICLES_20260706.txt',
      kind: 'items',
      text: ansi(table('\t', ITEMS)),
      ...{ list: money(RANGE, ({ price }) => price), code: CODE },
    },
    {
      name: 'detail_tickets_juin2026.csv',
      kind: 'sales',
      text: ansi(table(';', TICKETS)),
      ...{ ...ofSales(LINES), code: CODE },
    },
    {
      name: 'inventaire permanent 06-07-2026.csv',
      kind: 'stock',
      text: ansi(table(';', STOCK)),
      ...{ units: add(HELD, ({ units }) => units), code: CODE },
    },
    {
      name: 'Z juin 2026.csv',
      kind: 'control',
      text: ansi(table(';', CONTROL)),
      amount: money(kept(LINES), ({ paid }) => paid),
    },
    {
      name: 'encours_fournisseurs.csv',
      kind: 'orders',
      text: ansi(table(';', ORDERS)),
      ...{ units: add(ASKED, ({ left }) => left), code: ASKED[0]?.item.code ?? '' },
    },
    { name: 'retours éditeurs mai-juin.csv', kind: null, text: ansi(table(';', BACK)) },
  ],
};
