// A Swiss perfumery of 24 shops, in German, CHF, with apostrophes of thousands and full stops in its dates.
import type { Cell, Product, Retailer } from './retailers-tools.ts';
import {
  add,
  ansi,
  at,
  blank,
  cells,
  dmy,
  labels,
  later,
  money,
  pad,
  products,
  roll,
  span,
  table,
  times,
  utf16,
  written,
} from './retailers-tools.ts';

const SEED = 2303;

const RANGE = products(SEED, {
  priced: cells(
    'Lac Bleu EdT 50 ml: 89|Lac Bleu EdT 100 ml: 129|Lac Bleu Duschgel 200 ml: 39.50',
    'Nuit d’Alpage EdP 30 ml: 79.50|Nuit d’Alpage EdP 50 ml: 115|Nuit d’Alpage EdP 100 ml: 159',
    'Nuit d’Alpage Body Lotion 200 ml: 52|Rosée Blanche EdP 50 ml: 124|Rosée Blanche EdP 90 ml: 172',
    'Edelholz Homme EdT 75 ml: 98|Edelholz Homme EdT 125 ml: 134|Edelholz After Shave 100 ml: 69.50',
    'Edelholz Deo Stick 75 g: 32|Santal 12 Extrait 50 ml: 245|Iris Noir Extrait 50 ml: 265',
    'Crème Glaciale Tag 50 ml: 148|Crème Glaciale Nacht 50 ml: 162|Sérum Glaciale 30 ml: 189',
    'Reinigungsmilch Pur 200 ml: 36.90|Tonic Pur 200 ml: 34.90|Lippenstift Velours 04: 42',
    'Mascara Volume: 39.90|Lippenstift Velours 11: 42|Make-up Satin 30 ml beige: 58.50',
    'Make-up Satin 30 ml sand: 58.50|Nagellack Rubin: 19.90|Sonnencrème LSF 50 75 ml: 44.90',
    'Geschenkset Lac Bleu 3-tlg.: 139',
  ),
  code: (index) => `${pad(40 + Math.floor(index / 7))}.${pad(1020 + index * 13, 4)}`,
});
const GROUPS = labels('Damendüfte|Herrendüfte|Pflege|Dekorative Kosmetik');
const francs = (cents: number): string => written(cents, '.', "'");
const untaxed = (cents: number): number => Math.round(cents / 1.081);
/** To the nearest five centimes, as no smaller coin exists. */
const rounded = (cents: number): number => Math.round(cents / 5) * 5;
function product(index: number): Product {
  const found = RANGE[index % RANGE.length];
  if (!found) throw new Error('No product.');
  return found;
}

const TOWNS = cells(
  'Zürich Bahnhofstrasse|Zürich Sihlcity|Zürich Oerlikon|Winterthur|St. Gallen|Luzern|Zug|Basel|Bern|Thun',
  'Biel|Solothurn|Olten|Aarau|Baden|Chur|Schaffhausen|Frauenfeld|Rapperswil|Wil|Freiburg|Emmen|Spreitenbach',
  'Webshop',
);
const town = (index: number): string => TOWNS[index] ?? '';

const ITEMS: Cell[][] = [
  cells(
    'Art.-Nr.|Bezeichnung|Marke|Warengruppe|Lieferant|EK CHF exkl. MwSt|VK CHF inkl. MwSt',
    'MwSt-Satz|Status|Angelegt am',
  ),
  ...RANGE.map(({ code, label, price, cost }, index): Cell[] => [
    ...[code, label, label.split(' ')[0] ?? '', at(GROUPS, Math.floor(index / 7))],
    ...[`L${pad(300 + (index % 5), 4)}`, francs(cost), francs(price), '8.1%', 'aktiv'],
    dmy(later('2024-02-12', index * 23), '.'),
  ]),
];

const DAYS = times(55, (index) => later('2026-05-11', index)).filter(
  (day) => new Date(`${day}T00:00:00Z`).getUTCDay() !== 0,
);

const SOLD = times(54, (index) => {
  const day = DAYS[Math.floor((index * DAYS.length) / 54)] ?? '';
  const item = product(roll(SEED + 10, index, RANGE.length));
  const place = roll(SEED + 11, index, 6);
  const out = 1 + roll(SEED + 12, index, 4);
  const back = index % 10 === 6 ? 1 : 0;
  const off = day >= '2026-06-25' ? at([20, 30], roll(SEED + 13, index, 2)) : 0;
  const each = rounded((item.price * (100 - off)) / 100);
  const [units, full] = [out - back, (out - back) * item.price];
  return { day, item, place, out, back, units, full, paid: units * each };
});

const SALES: Cell[][] = [
  ['Abverkauf nach Tag, Filiale und Artikel', ...blank(10)],
  ['Zeitraum: 11.05.2026 - 05.07.2026', ...blank(10)],
  cells(
    'Datum|Fil.|Filiale|Art.-Nr.|Bezeichnung|Menge verkauft|Menge retour|Umsatz vor Rabatt CHF|Rabatt CHF',
    'Umsatz inkl. MwSt CHF|Umsatz exkl. MwSt CHF',
  ),
  ...SOLD.map((line): Cell[] => [
    ...[dmy(line.day, '.'), pad(line.place + 1), town(line.place), line.item.code, line.item.label],
    ...[line.out, line.back, francs(line.full), francs(line.full - line.paid)],
    ...[francs(line.paid), francs(untaxed(line.paid))],
  ]),
  [
    ...['Gesamttotal', '', '', '', '', add(SOLD, ({ out }) => out), add(SOLD, ({ back }) => back)],
    ...[francs(add(SOLD, ({ full }) => full)), francs(add(SOLD, ({ full, paid }) => full - paid))],
    ...[francs(add(SOLD, ({ paid }) => paid)), francs(untaxed(add(SOLD, ({ paid }) => paid)))],
  ],
];

const HELD = times(54, (index) => {
  const held = roll(SEED + 20, index, 15);
  const booked = held > 4 && index % 7 === 2 ? 2 : 0;
  const place = Math.floor(index / 9);
  return { place, item: product((index % 9) * 3 + place), held, booked };
});

const STOCK: Cell[][] = [
  cells('Fil.|Filiale|Art.-Nr.|Bezeichnung|Bestand|davon reserviert|verfügbar|Mindestbestand|letzter Zugang'),
  ...times(6, (place) => place).flatMap((place) => {
    const lines = HELD.filter((line) => line.place === place);
    return [
      ...lines.map(({ item, held, booked }, index): Cell[] => [
        ...[pad(place + 1), town(place), item.code, item.label, held, booked, held - booked, 3],
        dmy(later('2026-05-04', (place * 11 + index * 5) % 60), '.'),
      ]),
      [
        ...[`Total Filiale ${pad(place + 1)}`, '', '', '', add(lines, ({ held }) => held)],
        ...[add(lines, ({ booked }) => booked), add(lines, ({ held, booked }) => held - booked), '', ''],
      ],
    ];
  }),
];

const ACTIONS = RANGE.filter((_, index) => index % 8 !== 5).map((item, index) => {
  const off = at([20, 30, 20, 40], index);
  return { item, off, price: rounded((item.price * (100 - off)) / 100) };
});

const PRICES: Cell[][] = [
  ['Sommeraktion 2026 - Preisliste Filialen', ...blank(7)],
  cells('Art.-Nr.|Bezeichnung|VK regulär CHF|Rabatt|Aktionspreis CHF|gültig ab|gültig bis|Etikette'),
  ...ACTIONS.map(({ item, off, price }): Cell[] => [
    ...[item.code, item.label, francs(item.price), `-${off}%`, francs(price), '25.06.2026', '31.07.2026'],
    off === 40 ? 'rot' : 'gelb',
  ]),
];

const STREETS = labels('Bahnhofstrasse|Marktgasse|Hauptstrasse');

const PLACES: Cell[][] = [
  cells('Fil.-Nr.|Filiale|Strasse|PLZ|Telefon|Filialleitung|Verkaufsfläche m2|Eröffnung|Typ'),
  ...TOWNS.map((name, index): Cell[] => [
    ...[pad(index + 1), name, `${at(STREETS, index)} ${3 + index * 2}`],
    ...[8001 + index * 53, `04${index % 5} 555 ${pad(10 + index)} ${pad(20 + index)}`],
    ...[at(labels('S. Keller|M. Brunner|A. Frei|C. Meier'), index), name === 'Webshop' ? '' : 70 + index * 6],
    ...[dmy(later('2006-03-01', index * 211), '.'), name === 'Webshop' ? 'Online' : 'Filiale'],
  ]),
];

const VOUCHERS: Cell[][] = [
  ['Offene Geschenkgutscheine per 05.07.2026', ...blank(6)],
  cells('Gutschein-Nr.|Ausgestellt am|Filiale|Betrag CHF|Eingelöst CHF|Restwert CHF|Gültig bis'),
  ...times(32, (index): Cell[] => {
    const worth = at([5000, 10000, 20000, 7500], index);
    const used = index % 3 === 1 ? 2500 : 0;
    const day = later('2026-01-09', index * 5);
    return [
      ...[`G-26-${pad(4410 + index * 3, 6)}`, dmy(day, '.'), pad(1 + (index % 24)), francs(worth)],
      ...[francs(used), francs(worth - used), dmy(later(day, 730), '.')],
    ];
  }),
];

export const MERCHANT_3: Retailer = {
  name: 'a Swiss perfumery',
  files: [
    {
      name: 'Artikelstamm_2026-07-06.csv',
      kind: 'items',
      text: ansi(table(';', ITEMS)),
      ...{ list: money(RANGE, ({ price }) => price), currency: 'CHF', code: '40.1046' },
    },
    {
      name: 'Abverkauf 11.05.-05.07.2026.csv',
      kind: 'sales',
      text: ansi(table(';', SALES)),
      ...{ units: add(SOLD, ({ units }) => units), amount: money(SOLD, ({ paid }) => paid) },
      dates: span(SOLD.map(({ day }) => day)),
      ...{ currency: 'CHF', code: SOLD[0]?.item.code ?? '' },
    },
    {
      name: 'Lagerbestand Filialen.txt',
      kind: 'stock',
      text: utf16(table('\t', STOCK)),
      ...{ units: add(HELD, ({ held }) => held), code: HELD[0]?.item.code ?? '' },
    },
    {
      name: 'Aktionspreise Sommer 2026.csv',
      kind: 'prices',
      text: ansi(table(';', PRICES)),
      ...{ list: money(ACTIONS, ({ item }) => item.price), currency: 'CHF', code: '40.1046' },
    },
    { name: 'Filialverzeichnis.csv', kind: 'places', text: ansi(table(';', PLACES)) },
    { name: 'Gutscheine offen.csv', kind: null, text: ansi(table(';', VOUCHERS)) },
  ],
};
