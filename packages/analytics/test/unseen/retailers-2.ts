import type { Product, Retailer } from './retailers-tools.ts';
import {
  add,
  ansi,
  at,
  blank,
  cells,
  dmy,
  later,
  money,
  products,
  roll,
  span,
  table,
  times,
  written,
} from './retailers-tools.ts';
import type { Unseen } from './sheet.ts';

// Belgian toy retailer, shops of Ghent and Namur, one till system whose users work in Dutch or in French.

const range = products(21, {
  priced: cells(
    'Houten trein 32-delig: 39.99|Pop Lotte 40 cm: 24.95|Puzzel Dino 100 st: 12.99',
    'Bouwblokken 250 st: 34.99|Knuffel olifant: 19.99|Loopfiets rood: 59.95|Speelkeuken hout: 89',
    'Memory dieren: 9.99|Zandbakset 6-delig: 14.95|Waterpistool XL: 12.99|Stoepkrijt 24 st: 4.99',
    'Step 3 wielen: 49.95|Badspeelgoed eend: 6.99|Verkleedset ridder: 27.95|Schminkset: 8.99',
    'Racebaan 4 m: 74.95|Kwartetspel Europa: 7.49|Microscoop junior: 54.90|Bal foam 20 cm: 5.99',
    'Vlieger draak: 16.95|Speeltent indiaan: 44.99|Muziekdoosje: 22.50|Klei 10 kleuren: 11.95',
    'Bordspel Piraten: 29.99',
  ),
  code: (index) => String(118204 + index * 37),
});
const brands = ['Haba', 'Smoby', 'Janod', 'Goula', 'Lilliputiens'] as const;
const euros = (cents: number): string => written(cents, ',', '.');
const without = (cents: number): number => Math.round(cents / 1.21);
// Of 13 digits, which Excel has written as 5,41234E+12.
const spoiled = '5,41234E+12';
const ean = (index: number): string => (index % 5 === 2 ? spoiled : `541234${1178204 + index * 311}`);

/** Every article in the range, with its EAN as Excel left it. */
const articles: Unseen = {
  name: 'artikelbestand zomer 2026.csv',
  kind: 'items',
  text: ansi(
    table(';', [
      cells(
        'Artikelnr|EAN|Omschrijving|Groep|Merk|Leeftijd|Lev.|Ref. lev.',
        'Aankoopprijs excl. BTW|Verkoopprijs excl. BTW|Verkoopprijs incl. BTW|BTW|Aangemaakt|Actief',
      ),
      ...range.map(({ code, label, price, cost }, index) =>
        cells(
          `${code}|${ean(index)}|${label}`,
          `${at(['Houten speelgoed', 'Poppen', 'Buiten', 'Spellen'], index)}|${at(brands, index)}`,
          `${at(['0+', '3+', '6+', '8+'], index)}|L${200 + (index % 6)}`,
          `${at(brands, index).slice(0, 2)}-${3300 + index}|€ ${euros(cost)}|€ ${euros(without(price))}`,
          `€ ${euros(price)}|21%|${dmy(later('2025-09-01', index * 3))}|J`,
        ),
      ),
    ]),
  ),
  list: money(range, ({ price }) => price),
  currency: 'EUR',
  code: range[4]?.code ?? '',
};

interface Week {
  week: number;
  index: number;
  product: Product;
  units: number;
  paid: number;
  /** Pieces since January. */
  since: number;
}

/** Sales of five weeks: a week may have more returned than sold. */
function weekly(seed: number): Week[] {
  const since = range.map((_, index) => roll(seed + 1, index, 30));
  const lines: Week[] = [];
  for (const week of [23, 24, 25, 26, 27]) {
    range.forEach((product, index) => {
      const chance = roll(seed, week * 24 + index, 10);
      const units = chance < 5 ? 0 : chance === 9 && index % 4 === 0 ? -1 : chance - 4;
      if (!units) return;
      since[index] = (since[index] ?? 0) + units;
      const each = week > 25 && index % 3 === 0 ? Math.round(product.price * 0.8) : product.price;
      lines.push({ week, index, product, units, paid: units * each, since: since[index] ?? 0 });
    });
  }
  return lines;
}
const ghent = weekly(23);
const namur = weekly(26);
const units = (lines: readonly Week[]): number => add(lines, (line) => line.units);
const paid = (lines: readonly Week[]): number => add(lines, (line) => line.paid);
function margin({ product, paid, units }: Week): string {
  const net = without(paid);
  return net ? written(Math.round(((net - product.cost * units) / net) * 10_000)) : '';
}

/** Sales of a week, beside those since January, which are not to be summed. */
const ghentSales: Unseen = {
  name: 'Omzet per artikel per week - Gent.csv',
  kind: 'sales',
  text: ansi(
    table(';', [
      ['Omzet per artikel per week', ...blank(9)],
      ['Filiaal: 01 Gent Veldstraat', ...blank(9)],
      ['Periode: week 23 t/m 27 2026', ...blank(9)],
      blank(10),
      cells(
        'Jaar|Week|Artikelnr|Omschrijving|Merk|Aantal|Aantal cumul|Omzet incl. BTW',
        'Omzet excl. BTW|Marge %',
      ),
      ...ghent.map((line) =>
        cells(
          `2026|${line.week}|${line.product.code}|${line.product.label}|${at(brands, line.index)}`,
          `${line.units}|${line.since}|${euros(line.paid)}|${euros(without(line.paid))}|${margin(line)}`,
        ),
      ),
      [
        'Totaal',
        ...blank(4),
        units(ghent),
        '',
        euros(paid(ghent)),
        euros(add(ghent, (line) => without(line.paid))),
        '',
      ],
    ]),
  ),
  units: units(ghent),
  amount: paid(ghent) / 100,
  code: ghent[0]?.product.code ?? '',
};

/** The other shop's, as a user in French has it: TVAC with taxes, HTVA without. */
const namurSales: Unseen = {
  name: 'CA par article par semaine - Namur.csv',
  kind: 'sales',
  text: ansi(
    table(';', [
      ['CA par article par semaine', ...blank(9)],
      ['Filiale: 02 Namur rue de Fer', ...blank(9)],
      ['Période: semaine 23 à 27 2026', ...blank(9)],
      blank(10),
      cells('Année|Semaine|N° article|Description|Marque|Quantité|Quantité cumul|CA TVAC', 'CA HTVA|Marge %'),
      ...namur.map((line) =>
        cells(
          `2026|${line.week}|${line.product.code}|${line.product.label}|${at(brands, line.index)}`,
          `${line.units}|${line.since}|${euros(line.paid)}|${euros(without(line.paid))}|${margin(line)}`,
        ),
      ),
      [
        'Total',
        ...blank(4),
        units(namur),
        '',
        euros(paid(namur)),
        euros(add(namur, (line) => without(line.paid))),
        '',
      ],
    ]),
  ),
  units: units(namur),
  amount: paid(namur) / 100,
  code: namur[0]?.product.code ?? '',
};

const held = range.map((product, index) => {
  const shops = [roll(27, index, 9), roll(28, index, 7), roll(29, index, 30)];
  const total = add(shops, (count) => count);
  return { product, index, shops, total, reserved: index % 6 === 1 ? Math.min(2, total) : 0 };
});

/** Places in columns. On hand: the column “Totaal”, of which some is reserved for customers. */
const stock: Unseen = {
  name: 'voorraadlijst 05-07-2026.csv',
  kind: 'stock',
  text: ansi(
    table(';', [
      cells(
        'Artikelnr|EAN|Omschrijving|Gent|Namen|Magazijn Aalst|Totaal|Gereserveerd|Beschikbaar',
        'Aankoopprijs|Voorraadwaarde',
      ),
      ...held.map(({ product, index, shops, total, reserved }) => [
        product.code,
        ean(index),
        product.label,
        ...shops,
        total,
        reserved,
        total - reserved,
        euros(product.cost),
        euros(product.cost * total),
      ]),
      [
        'TOTAAL',
        '',
        '',
        ...times(3, (shop) => add(held, ({ shops }) => shops[shop] ?? 0)),
        add(held, ({ total }) => total),
        add(held, ({ reserved }) => reserved),
        add(held, ({ total, reserved }) => total - reserved),
        '',
        euros(add(held, ({ product, total }) => product.cost * total)),
      ],
    ]),
  ),
  units: add(held, ({ total }) => total),
  code: range[7]?.code ?? '',
};

const awaited = times(28, (index) => {
  const ordered = at([6, 12, 24, 36], roll(31, index, 4));
  const received = index % 5 === 2 ? ordered / 2 : 0;
  const product = at(range as [Product, ...Product[]], index * 7);
  return { product, index, ordered, received, left: ordered - received, cancelled: index % 10 === 6 };
});
/** Four lines an order. */
const order = (index: number): number => Math.floor(index / 4);
const due = (index: number): string => later('2026-07-13', index * 4);
const open = awaited.filter(({ cancelled }) => !cancelled);

/** Orders cancelled (“Geannuleerd”) still have a balance, which nobody awaits. */
const orders: Unseen = {
  name: 'openstaande bestellingen leveranciers.csv',
  kind: 'orders',
  text: ansi(
    table(';', [
      cells(
        'Bestelnr|Besteldatum|Leverancier|Artikelnr|Ref. lev.|Omschrijving|Besteld|Geleverd',
        'Saldo|Eenheidsprijs|Verwachte leverdatum|Status',
      ),
      ...awaited.map(({ product, index, ordered, received, left, cancelled }) =>
        cells(
          `BO26-${400 + order(index)}|${dmy(later('2026-03-02', order(index) * 6))}`,
          `${at(brands, order(index))} Benelux`,
          `${product.code}|${at(brands, order(index)).slice(0, 2)}-${3300 + index}`,
          `${product.label}|${ordered}`,
          `${received}|${left}|€ ${euros(product.cost)}|${dmy(due(index))}`,
          `${cancelled ? 'Geannuleerd' : received ? 'Deels geleverd' : 'Bevestigd'}`,
        ),
      ),
    ]),
  ),
  units: add(open, ({ left }) => left),
  dates: span(open.map(({ index }) => due(index))),
  code: awaited[1]?.product.code ?? '',
};

const invoiced = times(24, (index) => ({
  product: at(range as [Product, ...Product[]], index),
  count: 6 + (index % 3) * 6,
}));

/** What the supplier asks for, of goods received already: not to be kept. */
const invoice: Unseen = {
  name: 'Factuur Haba Benelux 2026-10442.csv',
  kind: null,
  text: ansi(
    table(';', [
      ['HABA BENELUX NV', ...blank(6)],
      ['FACTUUR 2026-10442', ...blank(6)],
      ['Factuurdatum: 18/06/2026', '', '', 'Vervaldatum: 18/07/2026', ...blank(3)],
      ['BTW BE 0412.345.678', ...blank(6)],
      blank(7),
      ['Pos', 'Onze ref.', 'Uw artikelnr', 'Omschrijving', 'Aantal', 'Prijs', 'Bedrag'],
      ...invoiced.map(({ product, count }, index) => [
        (index + 1) * 10,
        `HA-${3300 + index}`,
        product.code,
        product.label,
        count,
        euros(product.cost),
        euros(product.cost * count),
      ]),
      [...blank(5), 'Totaal excl. BTW', euros(add(invoiced, ({ product, count }) => product.cost * count))],
      [
        ...blank(5),
        'BTW 21%',
        euros(Math.round(add(invoiced, ({ product, count }) => product.cost * count) * 0.21)),
      ],
      [
        ...blank(5),
        'Te betalen',
        euros(Math.round(add(invoiced, ({ product, count }) => product.cost * count) * 1.21)),
      ],
      ['Gelieve te betalen op IBAN BE00 0000 0000 0000', ...blank(6)],
    ]),
  ),
};

export const TOYS: Retailer = {
  name: 'Speelboom / Le Bois des Jouets',
  files: [articles, ghentSales, namurSales, stock, orders, invoice],
};
