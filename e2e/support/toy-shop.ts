import { readRows } from './post-mortem.ts';
import type { CustomerFile } from './shoe-shop.ts';

// A French toy chain as its till, its depot and its buyers write files: five shops and a site, tickets line by line, past
// sales seasons at prices of their own, costumes in sizes, toys without a maker, orders on their way. What it sells next
// follows the prices that are asked of it: a deeper discount sells more of what is there.

const UNIVERSES = [
  { name: 'Plein air', kinds: ['Trottinette', 'Cerf-volant', 'Pistolet à eau'], dear: 24, summer: 2.6 },
  { name: 'Construction', kinds: ['Briques', 'Circuit', 'Maquette'], dear: 32, summer: 0.8 },
  { name: 'Jeux de société', kinds: ['Jeu de dés', 'Puzzle', 'Jeu de cartes'], dear: 17, summer: 1 },
  { name: 'Premier âge', kinds: ['Hochet', 'Tapis d’éveil', 'Boîte à formes'], dear: 19, summer: 1 },
  { name: 'Déguisements', kinds: ['Pirate', 'Astronaute', 'Fée'], dear: 27, summer: 1.2 },
] as const;
const MAKERS = ['Bois & Co', 'Farandole', 'Lutèce Jeux', 'Petit Cap', ''] as const;
const AGES = ['0-2 ans', '3-5 ans', '6-8 ans', '9 ans et +'] as const;
const SIZES = ['3-4 ans', '5-6 ans', '7-8 ans'] as const;
const SHOPS = [
  { code: 'REN', city: 'Rennes', weight: 1.5 },
  { code: 'VAN', city: 'Vannes', weight: 0.8 },
  { code: 'ANG', city: 'Angers', weight: 1.1 },
  { code: 'TOU', city: 'Tours', weight: 1 },
  { code: 'WEB', city: 'Rennes', weight: 1.3 },
] as const;
const FIRST_DAY = Date.UTC(2025, 0, 2);
/** The last day that the first delivery tells: a Sunday. */
const TODAY = '2026-06-21';
/** Past sales seasons: their first and last days. */
const SEASONS = [
  ['2025-01-08', '2025-02-04'],
  ['2025-06-25', '2025-07-22'],
  ['2026-01-07', '2026-02-03'],
] as const;
const DAY = 86_400_000;

interface Toy {
  code: string;
  title: string;
  universe: string;
  kind: string;
  maker: string;
  age: string;
  price: number;
  cost: number;
  /** Pieces a day in an ordinary shop at full price. */
  pace: number;
  summer: number;
  /** How demand answers to a price. */
  elasticity: number;
  barcodes: readonly { code: string; size: string }[];
}

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
const euros = (amount: number): string => amount.toFixed(2).replace('.', ',');
const iso = (time: number): string => new Date(time).toISOString().slice(0, 10);
const french = (day: string): string => day.split('-').reverse().join('/');
const daysOf = (first: string, last: string): string[] =>
  Array.from({ length: 1 + (Date.parse(last) - Date.parse(first)) / DAY }, (_, index) =>
    iso(Date.parse(first) + index * DAY),
  );
const file = (name: string, rows: readonly (readonly (string | number)[])[]): CustomerFile => ({
  name,
  text: `${rows.map((row) => row.join(';')).join('\r\n')}\r\n`,
});

/** Between 0 and 1, always the same for the same words. */
function chance(...words: (string | number)[]): number {
  let hash = 2_166_136_261;
  for (const letter of words.join('|')) hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619);
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507);
  hash = Math.imul(hash ^ (hash >>> 13), 3_266_489_909);
  return ((hash ^ (hash >>> 16)) >>> 0) / 4_294_967_296;
}

/** A count whose mean is `mean`, by a chance of its own. */
function countOf(mean: number, luck: number): number {
  let [count, rest, term] = [0, luck, Math.exp(-mean)];
  while (rest > term && count < 40) {
    rest -= term;
    count += 1;
    term *= mean / count;
  }
  return count;
}

/** An EAN whose last digit proves it. */
function barcode(index: number): string {
  const body = `376${String(4_200_000 + index).padStart(9, '0')}`;
  const sum = [...body].reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

function toy(index: number): Toy {
  const universe = at(UNIVERSES, index);
  const kind = at(universe.kinds, Math.floor(index / UNIVERSES.length));
  const price = Math.round(universe.dear * (0.5 + 1.5 * chance('price', index))) + 0.9;
  const code = `TP${4000 + index}`;
  const sizes = universe.name === 'Déguisements' ? SIZES : [''];
  return {
    ...{ code, kind, price, universe: universe.name, title: `${kind} n° ${index}` },
    ...{ maker: at(MAKERS, Math.floor(index / 3)), age: at(AGES, Math.floor(index / 2)) },
    cost: Math.round(100 * (price / 1.2) * (0.38 + 0.14 * chance('cost', index))) / 100,
    pace: 0.05 + 0.16 * chance('pace', index) ** 2,
    summer: universe.summer,
    elasticity: 1.4 + 1.6 * chance('elasticity', index),
    barcodes: sizes.map((size, place) => ({ code: barcode(10 * index + place), size })),
  };
}

const TOYS = Array.from({ length: 150 }, (_, index) => toy(index));
/** What joins the range with the first weekly delivery. */
const NEW_TOYS = [toy(1000), toy(1005)];

export const TOY_SHOP = {
  by_universe: TOYS.length / UNIVERSES.length,
  new_products: NEW_TOYS.map(({ code }) => code),
  /** An outdoor toy that the shops show in their window. */
  shown: 'TP4045',
};

/** Prices by code, of the file that the shops are sent. */
export const readShopPrices = (text: string): Map<string, number> =>
  new Map(
    readRows(text).map((row) => [
      row.get('Code produit') ?? '',
      Number((row.get('Prix démarqué') ?? '').replace(',', '.')),
    ]),
  );

/** What was taken off a toy on a past day, by the season it was in. */
function pastRate(item: Toy, day: string): number {
  const season = SEASONS.find(([first, last]) => day >= first && day <= last);
  if (!season) return 0;
  const week = Math.floor((Date.parse(day) - Date.parse(season[0])) / (7 * DAY));
  const depth = at([0, 20, 30, 40], Math.floor(4 * chance('past', item.code, season[0])));
  return depth === 0 ? 0 : Math.min(50, depth + 10 * Math.floor(week / 2));
}

/** How brisk a day is for a toy: its season of the year, its day of the week. */
function briskness(item: Toy, day: string): number {
  const date = new Date(`${day}T00:00:00Z`);
  const month = date.getUTCMonth();
  const year = month === 10 ? 1.7 : month === 11 ? 3.2 : month >= 4 && month <= 7 ? item.summer : 1;
  return year * at([0.5, 0.8, 0.8, 1.1, 0.9, 1, 2], date.getUTCDay());
}

type Held = Map<string, number>;
const place = (barcodeOf: string, shop: string): string => `${barcodeOf}|${shop}`;

/** The tickets of a day; what is held in the shops, when it is known, is what can be sold. */
function tickets(items: readonly Toy[], day: string, priceOf: (item: Toy) => number, held?: Held) {
  return items.flatMap((item) =>
    SHOPS.flatMap((shop) =>
      item.barcodes.flatMap(({ code }, index) => {
        const price = priceOf(item);
        const mean =
          (item.pace * shop.weight * briskness(item, day) * (price / item.price) ** -item.elasticity) /
          item.barcodes.length;
        const wanted = countOf(mean, chance('sold', code, shop.code, day, index));
        const there = held?.get(place(code, shop.code)) ?? (held ? 0 : wanted);
        const sold = Math.min(wanted, there);
        held?.set(place(code, shop.code), there - sold);
        if (sold === 0) return [];
        const number = `${shop.code}${day.replaceAll('-', '')}${Math.floor(900 * chance('ticket', code, day))}`;
        const reason = price < item.price ? 'Soldes' : '';
        return [[number, french(day), shop.code, code, sold, euros(sold * price), reason]];
      }),
    ),
  );
}

const ITEM_HEADINGS = [
  ...['Code jouet', 'Gencod', 'Libellé caisse', 'Univers', 'Famille jouet', 'Fabricant', 'Taille'],
  ...['Âge conseillé', 'PVC TTC', 'PAMP HT', 'Mise en rayon'],
];
const itemRows = (items: readonly Toy[], since: string) =>
  items.flatMap((item) =>
    item.barcodes.map(({ code, size }) => [
      ...[item.code, code, item.title, item.universe, item.kind, item.maker, size, item.age],
      ...[euros(item.price), euros(item.cost), french(since)],
    ]),
  );
const TICKET_HEADINGS = [
  ...['N° ticket', 'Date ticket', 'Magasin', 'Gencod', 'Nb pièces', 'Encaissé TTC', 'Motif remise'],
];
const stockFile = (held: Held, day: string): CustomerFile =>
  file(`Stock_${day}.csv`, [
    ['Gencod', 'Magasin', 'Qté dispo', 'Date inventaire'],
    ...[...held].map(([key, count]) => [...key.split('|'), count, french(day)]),
  ]);

/** The chain from its first delivery, then week after week at the prices that it is told. */
export class ToyShop {
  readonly #held: Held = new Map();
  readonly #range: Toy[] = [...TOYS];

  constructor() {
    for (const item of TOYS)
      for (const { code } of item.barcodes)
        for (const shop of SHOPS) {
          const weeks = 5 + 9 * chance('weeks', item.code);
          const mean = (item.pace * shop.weight * item.summer * 7 * weeks) / item.barcodes.length;
          this.#held.set(place(code, shop.code), Math.round(mean * (0.5 + chance('held', code, shop.code))));
        }
  }

  /** Eighteen months of tickets, the range, what is held, what is on its way, and where. */
  firstDelivery(): CustomerFile[] {
    const sold = daysOf(iso(FIRST_DAY), TODAY).flatMap((day) =>
      tickets(TOYS, day, (item) => Math.round(item.price * (100 - pastRate(item, day))) / 100),
    );
    const orders = TOYS.filter((_, index) => index % 12 === 0).flatMap(({ barcodes }) =>
      barcodes.map(({ code }) => [code, 'WEB', 24, '06/07/2026']),
    );
    return [
      file('Jouets.csv', [ITEM_HEADINGS, ...itemRows(TOYS, '2024-09-02')]),
      file('Tickets_2025_2026.csv', [TICKET_HEADINGS, ...sold]),
      stockFile(this.#held, TODAY),
      file('Commandes.csv', [['Gencod', 'Entrepôt', 'Reste à livrer', 'Livraison prévue'], ...orders]),
      file('Magasins.csv', [
        ['Code mag', 'Nom', 'Type', 'Ville', 'Pays'],
        ...SHOPS.map(({ code, city }) => [
          code,
          code === 'WEB' ? 'La Toupie en ligne' : `La Toupie ${city}`,
          code === 'WEB' ? 'web' : 'magasin',
          city,
          'FR',
        ]),
      ]),
    ];
  }

  /**
   * What the shops send of some days.
   * @param priceOf the price of a toy on a day, as it was told to the shops; a toy that nobody told is at its full price
   */
  delivery(
    first: string,
    last: string,
    priceOf: (code: string, day: string) => number | undefined,
  ): CustomerFile[] {
    const joining = this.#range.length === TOYS.length;
    if (joining) this.#join(NEW_TOYS);
    const sold = daysOf(first, last).flatMap((day) =>
      tickets(this.#range, day, (item) => priceOf(item.code, day) ?? item.price, this.#held),
    );
    return [
      ...(joining ? [file(`Jouets_${last}.csv`, [ITEM_HEADINGS, ...itemRows(NEW_TOYS, first)])] : []),
      file(`Tickets_${last}.csv`, [TICKET_HEADINGS, ...sold]),
      stockFile(this.#held, last),
    ];
  }

  #join(items: readonly Toy[]): void {
    this.#range.push(...items);
    for (const { barcodes } of items)
      for (const { code } of barcodes) for (const shop of SHOPS) this.#held.set(place(code, shop.code), 12);
  }
}
