import { type Group, type QueryTree, readField } from '@palier/domain';
import { expect } from 'vitest';

// What the tests of « one figure, one value » name and compare.

export type Value = number | null | undefined;
export type Figures = Readonly<Record<string, Value>>;

export const FAMILIES = ['phase_forecast', 'forecast'] as const;
export const COUNTS = ['discount_count', 'discount_pct_reviewed_count', 'discount_pct_user_count'];
export const STOCKS = ['stock_qty', 'stock_retail_value', 'stock_cost_value'];
export const PLAN = ['discount_budget', 'forecast.discount_budget', 'forecast.profit_after_leftovers'].concat(
  FAMILIES.flatMap((family) =>
    ['sales_qty', 'sales', 'profit', 'cogs', 'stock'].map((name) => `${family}.${name}`),
  ),
);
export const RATES = FAMILIES.flatMap((family) => [
  `${family}.sales_discount_pct`,
  `${family}.sell_through_pct`,
]);
export const REALISED = ['operation_sales_qty', 'operation_sales', 'operation_profit'];
export const FIELDS = [...STOCKS, ...PLAN, ...RATES, ...REALISED, 'season_sell_through_pct'];
export const SOLD = ['sales_qty', 'sales', 'profit', 'discount_budget'];
export const SERIE = [
  'sales_qty',
  'sales',
  'profit',
  'discount_budget',
  'sales_discount_pct',
  'sell_through_pct',
];

/** A value as an address holds it. */
export const param = (value: unknown): string => encodeURIComponent(JSON.stringify(value));
export const INCLUDED: QueryTree = {
  combinator: 'and',
  rules: [{ field: 'included', operator: 'equals', value: true }],
};

let faults: string[] = [];

/** Forgets what was said before. */
export function startComparing(): void {
  faults = [];
}

/** Fails with all that two places said otherwise. */
export function expectSame(): void {
  expect(faults).toEqual([]);
}

/** Some figures of a row, by the names of the catalogue. */
export const pick = (row: object | null | undefined, names: readonly string[]): Figures =>
  Object.fromEntries(names.map((name) => [name, row ? (readField(row as Group, name) as Value) : null]));

/** Keeps what two places say otherwise of one figure; « not known » is something that is said too. */
export function same(where: string, shown: Figures, wanted: Figures): void {
  for (const [name, value] of Object.entries(shown)) {
    const [one, other] = [value ?? null, wanted[name] ?? null];
    if (one === null && other === null) continue;
    const isNear = one !== null && other !== null && Math.abs(one - other) <= 0.02 + 1e-6 * Math.abs(other);
    if (!isNear) faults.push(`${where}, ${name}: ${one}, not ${other}`);
  }
}

/** The sums of what rows know. */
export function sumOf(rows: readonly Figures[], names: readonly string[]): Figures {
  const sum = (name: string): Value => {
    const known = rows.flatMap((row) => row[name] ?? []);
    return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
  };
  return Object.fromEntries(names.map((name) => [name, sum(name)]));
}

/** What a listing is asked for its figures. */
export const listed = `included=true&fields=${FIELDS.join(',')}`;

/** A plan's figures of one horizon, as those that serve them by horizon name them. */
export const planOf = (total: Group, family: (typeof FAMILIES)[number]): Figures => ({
  ...(total[family] as Figures),
  discount_budget: family === 'forecast' ? total.forecast?.discount_budget : (total.discount_budget as Value),
  profit_after_leftovers: total.forecast?.profit_after_leftovers,
});

/** A number as a file of ours writes it. */
export const typed = (text: string | undefined): Value =>
  text === undefined || text === '' ? null : Number(text.replaceAll(/\s/g, '').replace(',', '.'));
