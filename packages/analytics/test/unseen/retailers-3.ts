import type { Cell, Product, Retailer, Sale, Some } from './retailers-tools.ts';
import {
  add,
  ansi,
  at,
  blank,
  cells,
  dmy,
  later,
  money,
  ofSales,
  products,
  roll,
  sales,
  span,
  table,
  times,
  utf16,
  written,
} from './retailers-tools.ts';
import type { Unseen } from './sheet.ts';

// German sports chain on SAP: lists saved from the screen (bars, tabs), and one of Excel for the promotion.

const range: Some<Product> = products(31, {
  priced: cells(
    'Laufschuh Aero 3: 129.95|Trailschuh Grat: 139.95|Funktionsshirt Men: 24.95|Laufshort 2in1: 39.95',
    'Wanderhose Zip: 79.95|Regenjacke 2.5L: 119.95|Rucksack 28 L: 99.95|Trinkflasche 0,7: 14.95',
    'Fußball Gr. 5: 29.95|Hallenschuh Indoor: 69.95|Tennisschläger Lite: 149.95|Badehose Boxer: 22.95',
    'Schwimmbrille: 19.95|Yogamatte 6 mm: 34.95|Fahrradhelm MIPS: 89.95|Radtrikot Damen: 64.95',
    'Radhose Träger: 74.95|Zelt 3 Pers.: 199.95|Schlafsack Sommer: 109.95|Isomatte: 49.95',
    'Trekkingstöcke: 59.95|Softshell Damen: 94.95|Sportsocken 3er: 12.95|Cap Run: 17.95',
  ),
  code: (index) => String(10023417 + index * 41),
}) as [Product, ...Product[]];
const plants: Some<string> = ['1010', '1020', '1040'];
const euros = (cents: number): string => written(cents, ',', '.');
/** SAP writes the sign after the number. */
const trailing = (text: string): string => (text.startsWith('-') ? `${text.slice(1)}-` : text);
const net = (cents: number): number => Math.round(cents / 1.19);

/** The list begins with its title, and each of its lines with a tab. */
const materials: Unseen = {
  name: 'ZMM_ARTIKELLISTE_FS26.txt',
  kind: 'items',
  text: ansi(
    table('\t', [
      ['Artikelverzeichnis Saison FS26'],
      [],
      ['', 'Stand:', '05.07.2026', '', 'Benutzer:', 'BRANDLK'],
      [],
      cells(
        '|Material|Materialkurztext|WarenGr|Marke|Saison|EAN/UPC|BME|GLD-Preis|VKP netto|VKP brutto|Währg',
        'Angel. am|LVorm',
      ),
      [],
      ...range.map(({ code, label, price, cost }, index) =>
        cells(
          `|${code}|${label}|S${310 + (index % 5)}|${at(['ERIMA', 'VAUDE', 'DEUTER', 'PUMA'], index)}|FS26`,
          `40123${45670000 + index * 613}|ST|${euros(cost)}|${euros(net(price))}|${euros(price)}|EUR`,
          `${dmy(later('2025-10-06', index * 2), '.')}|`,
        ),
      ),
    ]),
  ),
  list: money(range, ({ price }) => price),
  currency: 'EUR',
  code: range[0].code,
};

const lines = sales(33, { range, from: '2026-06-01', days: 35, count: 60, markdown: '2026-06-29' }).map(
  (line) => ({ ...line, cancelled: false }),
);
const widths = [4, 10, 10, 22, 8, 3, 13, 13, 5, 8] as const;
const right = [4, 6, 7] as readonly number[];
const bars = (row: readonly Cell[]): string =>
  `|${row.map((cell, at) => String(cell)[right.includes(at) ? 'padStart' : 'padEnd'](widths[at] ?? 0)).join('|')}|`;
const rule = '-'.repeat(add(widths, (width) => width + 1) + 1);
const paidOf = (some: readonly Sale[]): number => add(some, ({ paid }) => paid);
const unitsOf = (some: readonly Sale[]): number => add(some, ({ units }) => units);

/** A subtotal of SAP's lists: one star for a shop, two for all. */
const starred = (mark: string, some: readonly Sale[]): string =>
  bars([
    mark,
    '',
    '',
    '',
    trailing(String(unitsOf(some))),
    'ST',
    trailing(euros(paidOf(some))),
    trailing(euros(add(some, ({ paid }) => net(paid)))),
    'EUR',
    '',
  ]);

/** By shop, with stars for subtotals; signs after the numbers of returns. */
const turnover: Unseen = {
  name: 'ZSD_UMSATZ_KW23-27.txt',
  kind: 'sales',
  text: ansi(
    [
      `06.07.2026${' '.repeat(40)}Dynamische Listenausgabe${' '.repeat(24)}1`,
      rule,
      'Umsatz je Artikel und Filiale     VkOrg 1000     01.06.2026 - 05.07.2026',
      rule,
      bars(
        cells('Werk|Fakt.datum|Material|Materialkurztext|Menge|ME|Umsatz brutto|Umsatz netto|Währg|Verk.'),
      ),
      rule,
      ...plants.flatMap((plant, place) => {
        const own = lines.filter(({ index }) => index % 3 === place);
        return [
          ...own.map(({ product, day, units, paid, index }) =>
            bars([
              plant,
              dmy(day, '.'),
              product.code,
              product.label,
              trailing(String(units)),
              'ST',
              trailing(euros(paid)),
              trailing(euros(net(paid))),
              'EUR',
              4400 + (index % 7),
            ]),
          ),
          starred('*', own),
        ];
      }),
      rule,
      starred('**', lines),
      rule,
      '',
    ].join('\r\n'),
  ),
  ...ofSales(lines),
  currency: 'EUR',
  code: lines[1]?.product.code ?? '',
};

const held = range.flatMap((product, index) =>
  plants
    .map((plant, place) => ({ plant, product, index, units: roll(34 + place, index, 14) }))
    .filter(({ units }) => units > 0),
);

/** MB52. On hand: “Frei verwendbar”; goods on their way between shops (“Umlagerung”) are in none yet. */
const stock: Unseen = {
  name: 'MB52_BESTAND_20260705.txt',
  kind: 'stock',
  text: ansi(
    table('\t', [
      ['05.07.2026', '', '', 'Dynamische Listenausgabe'],
      [],
      cells(
        '|Werk|Name 1|LOrt|Material|Materialkurztext|BME|Frei verwendbar|Währg|Wert frei verw.|Umlagerung',
        'In QualPrüf.|Gesperrt',
      ),
      [],
      ...held.map(({ plant, product, index, units }) =>
        cells(
          `|${plant}|Filiale ${at(['Augsburg', 'Ulm', 'Kempten'], plants.indexOf(plant))}|0001`,
          `${product.code}|${product.label}|ST|${units}|EUR|${euros(units * product.cost)}`,
          `${index % 8 === 3 ? 2 : 0}|0|0`,
        ),
      ),
    ]),
  ),
  units: add(held, ({ units }) => units),
  code: held[0]?.product.code ?? '',
};

const awaited = times(30, (index) => {
  const ordered = 10 + roll(36, index, 5) * 10;
  const deleted = index % 9 === 5;
  const received = !deleted && index % 4 === 2 ? ordered / 2 : 0;
  const open = deleted ? 0 : ordered - received;
  return { product: at(range, index * 11), ordered, deleted, open, day: later('2026-07-14', index * 3) };
});

/** ME2M: what is still to be delivered; a line deleted (L) has nothing left. */
const orders: Unseen = {
  name: 'ME2M offene Bestellungen.txt',
  kind: 'orders',
  text: utf16(
    table('\t', [
      cells(
        'Einkaufsbeleg|Position|Lieferant/Lieferwerk|Löschkennzeichen|Material|Kurztext|Werk|Belegdatum',
        'Bestellmenge|Bestellmengeneinheit|Noch zu liefern (Menge)|Noch zu liefern (Wert)|Nettopreis|Währung',
        'Lieferdatum',
      ),
      ...awaited.map(({ product, ordered, deleted, open, day }, index) =>
        cells(
          `${4500018200 + Math.floor(index / 4)}|${((index % 4) + 1) * 10}`,
          `${100400 + (Math.floor(index / 4) % 3)} ${at(['VAUDE GmbH', 'Deuter Sport', 'Puma SE'], Math.floor(index / 4))}`,
          `${deleted ? 'L' : ''}|${product.code}|${product.label}|${at(plants, index)}`,
          `${dmy(later('2026-03-16', Math.floor(index / 4) * 5), '.')}|${ordered}|ST|${open}|${euros(open * product.cost)}`,
          `${euros(product.cost)}|EUR|${dmy(day, '.')}`,
        ),
      ),
    ]),
  ),
  units: add(awaited, ({ open }) => open),
  dates: span(awaited.filter(({ open }) => open > 0).map(({ day }) => day)),
  currency: 'EUR',
  code: awaited[2]?.product.code ?? '',
};

const promoted = range.filter((_, index) => index % 4 !== 3);
const cut = (index: number): number => at([20, 30, 25, 40], index);

/** The maker's recommended price (UVP), the shop's own (VK alt), from which it is reduced, and the new one. */
const promotion: Unseen = {
  name: 'Aktionspreise SSV 2026.csv',
  kind: 'prices',
  text: ansi(
    table(';', [
      ['Sommerschlussverkauf 2026 - Preisliste Filialen', ...blank(8)],
      blank(9),
      cells('Artikelnr.|Bezeichnung|Marke|UVP|VK alt|VK neu|Red. %|gültig ab|gültig bis'),
      ...promoted.map(({ code, label, price }, index) =>
        cells(
          `${code}|${label}|${at(['ERIMA', 'VAUDE', 'DEUTER', 'PUMA'], index)}`,
          `${euros(price + at([0, 500, 1000], index))} €|${euros(price)} €`,
          `${euros(Math.round((price * (100 - cut(index))) / 500) * 5)} €|${cut(index)}%|20.07.26|08.08.26`,
        ),
      ),
    ]),
  ),
  list: money(promoted, ({ price }) => price),
  currency: 'EUR',
  code: promoted[3]?.code ?? '',
};

/** Goods moved from shop to shop: neither sold nor ordered. */
const transfers: Unseen = {
  name: 'Umlagerungen KW26-27.csv',
  kind: null,
  text: ansi(
    table(';', [
      cells('Umlag.-Nr.|Datum|von Filiale|an Filiale|Artikelnr.|Bezeichnung|Menge|Grund|Erfasst von|Status'),
      ...times(26, (index) =>
        cells(
          `UL-${8810 + Math.floor(index / 3)}|${dmy(later('2026-06-22', Math.floor(index / 2)), '.')}`,
          `${at(plants, index)}|${at(plants, index + 1)}|${at(range, index * 5).code}`,
          `${at(range, index * 5).label}|${1 + roll(38, index, 4)}`,
          `${at(['Größenausgleich', 'Kundenwunsch', 'Überbestand'], index)}`,
          `${at(['Brandl', 'Huber', 'Yilmaz'], index)}|${at(['gebucht', 'unterwegs'], index)}`,
        ),
      ),
    ]),
  ),
};

export const SPORTS: Retailer = {
  name: 'Sport Brandl',
  files: [materials, turnover, stock, orders, promotion, transfers],
};
