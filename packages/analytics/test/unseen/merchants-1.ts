// Leather goods in corners of French department stores: weekly sell-out reports of each of them, in French.
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
  table,
  times,
  written,
} from './retailers-tools.ts';

const SEED = 2101;
const COLOURS = labels('Noir|Cognac|Écru|Bordeaux');
const MATERIALS = labels('Vachette grainée|Vachette lisse|Chèvre|Toile enduite');

const RANGE = products(SEED, {
  priced: cells(
    'Cabas Oriane noir: 345|Cabas Oriane cognac: 345|Cabas Oriane écru: 345|Cabas Oriane toile: 225',
    'Sac seau Lison noir: 265|Sac seau Lison cognac: 265|Sac seau Lison bordeaux: 265',
    'Besace Thelma noir: 295|Besace Thelma cognac: 295|Besace Thelma écru: 310|Besace mini Thelma: 195',
    'Pochette Irma noir: 125|Pochette Irma bordeaux: 125|Pochette Irma écru: 125|Baguette Nour noir: 245',
    'Baguette Nour cognac: 245|Sac 48h Marius: 595|Sac à dos Achille noir: 385|Sac à dos Achille cognac: 385',
    'Portefeuille Zoé noir: 115|Portefeuille Zoé cognac: 115|Compagnon Zoé bordeaux: 135',
    'Porte-cartes Max noir: 55|Porte-cartes Max écru: 55|Ceinture Paul noir: 85|Ceinture Paul cognac: 85',
    'Porte-clés Pompon: 35|Bandoulière Large: 75',
  ),
  code: (index) => `OR26${pad(101 + index * 3, 3)}`,
});

function product(index: number): Product {
  const found = RANGE[index % RANGE.length];
  if (!found) throw new Error('No product.');
  return found;
}
const euros = (cents: number): string => written(cents, ',', ' ');
const untaxed = (cents: number): number => Math.round(cents / 1.2);

const ITEMS: Cell[][] = [
  ['ATELIER ORIANE - Référentiel produits PE26', ...blank(8)],
  ['Mise à jour du 02/07/2026', ...blank(8)],
  cells('Réf.|Libellé|Collection|Couleur|Matière|PA HT €|PV HT €|PV TTC €|Coef.'),
  ...RANGE.map(({ code, label, price, cost }, index): Cell[] => [
    ...[code, label, index % 5 === 0 ? 'Permanent' : 'PE26', at(COLOURS, index), at(MATERIALS, index)],
    ...[euros(cost), euros(untaxed(price)), euros(price), (price / 1.2 / cost).toFixed(2).replace('.', ',')],
  ]),
];

const WEEKS = times(6, (index) => 22 + index);
const DOORS = [
  ['0101', 'GL HAUSSMANN'],
  ['0137', 'GL NICE MASSENA'],
] as const;

interface Week {
  week: number;
  door: readonly [string, string];
  item: Product;
  sold: number;
  back: number;
  net: number;
  paid: number;
}

const SELL_OUT: Week[] = times(48, (index) => {
  const week = 22 + Math.floor(index / 8);
  const place = Math.floor(index / 4) % 2;
  const item = product(week * 5 + place * 3 + (index % 4) * 7);
  const sold = 1 + roll(SEED + 10, index, 6);
  const back = index % 11 === 3 ? 1 : 0;
  const each = Math.round((item.price * (week >= 26 ? 70 : 100)) / 100);
  const door = DOORS[place] ?? DOORS[0];
  return { week, door, item, sold, back, net: sold - back, paid: (sold - back) * each };
});

function gallery(label: string, lines: readonly Week[]): Cell[] {
  const paid = add(lines, (line) => line.paid);
  const commission = Math.round(untaxed(paid) * 0.38);
  return [
    ...[label, '', '', '', '', add(lines, ({ sold }) => sold), add(lines, ({ back }) => back)],
    ...[add(lines, ({ net }) => net), euros(paid), euros(untaxed(paid))],
    ...['', euros(commission), euros(untaxed(paid) - commission)],
  ];
}

const GALLERY: Cell[][] = [
  cells(
    'Sem.|Code mag.|Magasin|Réf. fournisseur|Libellé article|Qté vendue|Qté retour|Qté nette',
    'CA TTC net (EUR)|CA HT net (EUR)|Taux com.|Commission HT|Net à reverser HT',
  ),
  ...WEEKS.flatMap((week) => {
    const lines = SELL_OUT.filter((line) => line.week === week);
    return [
      ...lines.map((line): Cell[] => {
        const commission = Math.round(untaxed(line.paid) * 0.38);
        return [
          ...[`2026${line.week}`, ...line.door, line.item.code, line.item.label.toUpperCase()],
          ...[line.sold, line.back, line.net, euros(line.paid), euros(untaxed(line.paid)), '38,00 %'],
          ...[euros(commission), euros(untaxed(line.paid) - commission)],
        ];
      }),
      gallery(`Total semaine 2026${week}`, lines),
    ];
  }),
  gallery('Total général', SELL_OUT),
];

/** Pieces of a product in each week, at the other department store. */
const SPRING = times(26, (index) => {
  const item = product(index + 1);
  const weekly = WEEKS.map((week) =>
    (index * 7 + week) % 31 === 5 ? -1 : Math.max(0, roll(SEED + week, index, 6) - 1),
  );
  const paid = weekly.map((units, place) =>
    Math.round(units * item.price * ((WEEKS[place] ?? 0) >= 26 ? 0.7 : 1)),
  );
  return { item, weekly, units: add(weekly, (units) => units), paid: add(paid, (each) => each) };
});

const PRINTEMPS: Cell[][] = [
  ['PRINTEMPS HAUSSMANN - SELL OUT 2026 - SEMAINES 22 A 27', ...blank(10)],
  ['Fournisseur : 40817 ATELIER ORIANE', ...blank(10)],
  blank(11),
  [...cells('Référence|Désignation|PV TTC'), ...WEEKS.map((week) => `S${week}`), 'Cumul Qté', 'Cumul CA TTC'],
  ...SPRING.map(({ item, weekly, units, paid }): Cell[] => [
    ...[item.code, item.label, euros(item.price), ...weekly.map((each) => each || '')],
    ...[units, euros(paid)],
  ]),
  [
    ...['TOTAL', '', '', ...WEEKS.map((_, place) => add(SPRING, ({ weekly }) => weekly[place] ?? 0))],
    ...[add(SPRING, ({ units }) => units), euros(add(SPRING, ({ paid }) => paid))],
  ],
];

const HELD = RANGE.map((item, index) => {
  const places = times(4, (place) => Math.max(0, roll(SEED + 40 + place, index, place === 3 ? 30 : 8) - 1));
  return { item, places, units: add(places, (units) => units) };
});

const STOCK: Cell[][] = [
  ['Etat des stocks corners + dépôt au 05/07/2026', ...blank(6)],
  cells('Réf.|Libellé|GL Haussmann|GL Nice|Printemps|Dépôt Pantin|Total'),
  ...HELD.map(({ item, places, units }): Cell[] => [item.code, item.label, ...places, units]),
  [
    ...['Total', '', ...times(4, (place) => add(HELD, ({ places }) => places[place] ?? 0))],
    add(HELD, ({ units }) => units),
  ],
];

function stateOf(index: number): string {
  if (index % 10 === 6) return 'Annulée';
  if (index % 7 === 2) return 'Soldée';
  return index % 3 === 0 ? 'Partielle' : 'Confirmée';
}

const ASKED = times(30, (index) => {
  const state = stateOf(index);
  const asked = 10 + 5 * roll(SEED + 50, index, 7);
  const received = state === 'Soldée' ? asked : state === 'Partielle' ? 5 : 0;
  return { index, item: product(index * 5), state, asked, received, left: asked - received };
});

const ORDERS: Cell[][] = [
  cells('N° cde|Date cde|Atelier|Réf.|Libellé|Qté cdée|Qté livrée|Reliquat|PA HT|Livraison prévue|Statut'),
  ...ASKED.map(({ index, item, state, asked, received, left }): Cell[] => [
    ...[`CF26-${pad(210 + Math.floor(index / 4), 4)}`, dmy(later('2026-04-13', Math.floor(index / 4) * 5))],
    ...[at(labels('Maroquinerie du Tarn|Ubrique Piel SL'), Math.floor(index / 4)), item.code, item.label],
    ...[asked, received, left, euros(item.cost), dmy(later('2026-07-20', Math.floor(index / 4) * 9)), state],
  ]),
];

const PLANNING: Cell[][] = [
  ['PLANNING DÉMONSTRATRICES - JUILLET 2026', ...blank(6)],
  cells('Date|Corner|Démonstratrice|Début|Fin|Heures|Observations'),
  ...times(36, (index): Cell[] => [
    ...[dmy(later('2026-07-06', Math.floor(index / 3))), at(labels('GL Haussmann|Printemps|GL Nice'), index)],
    at(labels('Sonia B.|Inès M.|Clara D.|Fatou N.|Julie P.'), index),
    ...(index % 2 ? ['12:30', '20:30', '7,5'] : ['09:30', '17:30', '7,5']),
    index % 8 === 3 ? 'Remplacement' : '',
  ]),
];

export const MERCHANT_1: Retailer = {
  name: 'corners of leather goods in Paris department stores',
  files: [
    {
      name: 'Referentiel produits PE26.csv',
      kind: 'items',
      text: ansi(table(';', ITEMS)),
      ...{ list: money(RANGE, ({ price }) => price), currency: 'EUR', code: 'OR26116' },
    },
    {
      name: 'GL_sellout_hebdo_202622-202627.csv',
      kind: 'sales',
      text: ansi(table(';', GALLERY)),
      ...{ units: add(SELL_OUT, ({ net }) => net), amount: money(SELL_OUT, ({ paid }) => paid) },
      ...{ currency: 'EUR', code: SELL_OUT[0]?.item.code ?? '' },
    },
    {
      name: 'PRINTEMPS sell out sem 22 a 27.csv',
      kind: 'sales',
      text: ansi(table(';', PRINTEMPS)),
      ...{ units: add(SPRING, ({ units }) => units), amount: money(SPRING, ({ paid }) => paid) },
      code: 'OR26116',
    },
    {
      name: 'stock corners au 050726.csv',
      kind: 'stock',
      text: ansi(table(';', STOCK)),
      ...{ units: add(HELD, ({ units }) => units), code: 'OR26116' },
    },
    {
      name: 'Commandes ateliers à recevoir.csv',
      kind: 'orders',
      text: ansi(table(';', ORDERS)),
      units: add(
        ASKED.filter(({ state }) => state !== 'Annulée'),
        ({ left }) => left,
      ),
      code: 'OR26116',
    },
    { name: 'planning démo juillet.csv', kind: null, text: ansi(table(';', PLANNING)) },
  ],
};
