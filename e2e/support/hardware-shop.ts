import type { CustomerFile } from './shoe-shop.ts';

// A French hardware shop as its till writes files: semicolons, decimal commas, days first, one reference a product (no
// sizes), two depots, products without a maker, and orders on their way.

const FAMILIES = ['Outillage', 'Jardin', 'Peinture', 'Luminaires'] as const;
const NAMES = ['Perceuse', 'Sécateur', 'Laque', 'Lampe'] as const;
const MAKERS = ['Ferrand', 'Boisclair', ''] as const;
const DEPOTS = ['Nantes', 'Angers'] as const;
const FIRST_DAY = Date.UTC(2026, 1, 2);
const DAYS = 120;
const ORDERED = 40;

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
const euros = (amount: number): string => amount.toFixed(2).replace('.', ',');
const file = (name: string, rows: readonly (readonly (string | number)[])[]): CustomerFile => ({
  name,
  text: `${rows.map((row) => row.join(';')).join('\n')}\n`,
});

function day(index: number): string {
  const [year, month, date] = new Date(FIRST_DAY + index * 86_400_000).toISOString().slice(0, 10).split('-');
  return `${date}/${month}/${year}`;
}

const PRODUCTS = Array.from({ length: 48 }, (_, index) => ({
  code: `BR${1000 + index}`,
  title: `${at(NAMES, index)} modèle ${index}`,
  family: at(FAMILIES, index),
  maker: at(MAKERS, index),
  price: 9.9 + 3 * (index % 17),
  cost: 4 + (index % 17),
  ordered: index % 6 === 0 ? ORDERED : 0,
}));

export const HARDWARE = {
  products: PRODUCTS.length,
  without_maker: PRODUCTS.filter(({ maker }) => maker === '').length,
  by_family: PRODUCTS.length / FAMILIES.length,
  ordered: PRODUCTS.reduce((sum, { ordered }) => sum + ordered, 0),
};

export function hardwareFiles(): CustomerFile[] {
  // Fixed pseudo-randomness: the same files at every run.
  let state = 7;
  const random = (): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
  const sales = Array.from({ length: DAYS }, (_, index) =>
    PRODUCTS.filter(() => random() < 0.25).map(({ code, price }) => [
      ...[day(index), code, at(DEPOTS, Math.floor(2 * random())), 1, euros(price)],
    ]),
  ).flat();
  const stock = PRODUCTS.flatMap(({ code }) =>
    DEPOTS.map((depot) => [code, depot, Math.floor(60 * random())]),
  );
  const orders = PRODUCTS.filter(({ ordered }) => ordered > 0).map(({ code, ordered }) => [
    ...[code, 'Nantes', ordered, day(DAYS + 80)],
  ]);
  return [
    file('articles brico.csv', [
      ['Réf', 'Désignation', 'Famille', 'Fabricant', 'PV TTC', 'PA HT'],
      ...PRODUCTS.map(({ code, title, family, maker, price, cost }) => [
        ...[code, title, family, maker, euros(price), euros(cost)],
      ]),
    ]),
    file('ventes brico.csv', [['Jour', 'Réf', 'Dépôt', 'Qté', 'CA TTC'], ...sales]),
    file('stocks brico.csv', [['Réf', 'Dépôt', 'Stock dispo'], ...stock]),
    file('commandes brico.csv', [['Réf', 'Dépôt', 'Qté commandée', 'Livraison prévue'], ...orders]),
  ];
}
