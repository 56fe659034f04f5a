import { DuckDBInstance } from '@duckdb/node-api';
import {
  announceablePct,
  announcedPct,
  announcement,
  coverageAtPace,
  coverageScore,
  marginPct,
  markedDownPrice,
  meanDiscountPct,
  priceRise,
  profitAfterLeftovers,
  ratio,
  sellThroughPct,
  sharePct,
} from '@palier/domain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  cogsValue,
  discountBudget,
  profitValue,
  salesValue,
  sellsBelowCost,
  unitsLeft,
} from '../../domain/src/price/formula.ts';
import * as formulas from '../src/formulas.ts';

// What SQL says of money, rates and coverage is what the domain's functions say, unknown values included.

type Values = Record<'price' | 'base' | 'cost' | 'qty' | 'other' | 'discount', number | null>;
type Known = Record<keyof Values, number>;

const {
  afterLeftoversSql,
  announceableSql,
  announcedSql,
  announcementSql,
  belowCostSql,
  budgetSql,
  cogsSql,
  coverageScoreSql,
  leftSql,
  markedDownSql,
  meanDiscountSql,
  paceCoverageSql,
  priceRiseSql,
  profitSql,
  ratioSql,
  realisedProfitSql,
  saleVatSql,
  salesSql,
  sellThroughSql,
  shareSql,
  vatShareSql,
  withoutTaxSql,
  withTaxSql,
} = formulas;

/** Each formula in SQL over the columns of `Values`, and by the domain. */
const FORMULAS: Record<string, [sql: string, domain: (v: Known) => number | string | null]> = {
  marked_down: [
    markedDownSql('abs(price)', 'discount'),
    (v) => markedDownPrice(Math.abs(v.price), v.discount),
  ],
  rise: [priceRiseSql('abs(price)', 'abs(base)'), (v) => priceRise(Math.abs(v.price), Math.abs(v.base))],
  announced: [announcedSql('abs(price)', 'base'), (v) => announcedPct(Math.abs(v.price), v.base)],
  announcement: [
    announcementSql('abs(price)', 'discount', 'base'),
    (v) => announcement(Math.abs(v.price), v.discount, v.base),
  ],
  announceable: [announceableSql('discount', 'other'), (v) => announceablePct(v.discount, v.other)],
  sales: [salesSql('price', 'discount', 'qty'), (v) => salesValue(v.price, v.discount, v.qty)],
  profit: [
    profitSql('base', 'discount', 'cost', 'qty'),
    (v) => profitValue(v.base, v.discount, v.cost, v.qty),
  ],
  cogs: [cogsSql('cost', 'qty'), (v) => cogsValue(v.cost, v.qty)],
  budget: [budgetSql('price', 'discount', 'qty'), (v) => discountBudget(v.price, v.discount, v.qty)],
  budget_is_what_sales_lose: [
    budgetSql('price', 'discount', 'qty'),
    (v) => salesValue(v.price, 0, v.qty) - salesValue(v.price, v.discount, v.qty),
  ],
  realised_profit: [
    realisedProfitSql({
      sales: `(${salesSql('price', 'discount', 'qty')})`,
      ...{ qty: 'qty', price: 'price', base_price: 'base', cost: 'cost' },
    }),
    // At the discount that was paid, the margin of the past is the margin that a forecast says.
    (v) => (v.price === 0 ? null : profitValue(v.base, v.discount, v.cost, v.qty)),
  ],
  ratio: [ratioSql('qty', 'other'), (v) => ratio(v.qty, v.other)],
  share: [shareSql('qty', 'other'), (v) => sharePct(v.qty, v.other)],
  margin: [shareSql('base - cost', 'base'), (v) => marginPct(v.base, v.cost)],
  mean_discount: [meanDiscountSql('qty', 'other'), (v) => meanDiscountPct(v.qty, v.other)],
  after_leftovers: [
    afterLeftoversSql('price', 'discount / 100', 'cost', 'other'),
    (v) => profitAfterLeftovers(v.price, v.discount / 100, v.cost, v.other),
  ],
  below_cost: [
    `${belowCostSql('base', 'cost', [
      { qty: 'qty', pct: 'discount' },
      { qty: 'other', pct: 'greatest(discount, 50)' },
    ])}::INTEGER`,
    (v) =>
      Number(
        sellsBelowCost({ base_price: v.base, cost: v.cost }, [
          { sales_qty: v.qty, discount_pct: v.discount },
          { sales_qty: v.other, discount_pct: Math.max(v.discount, 50) },
        ]),
      ),
  ],
  left: [leftSql('other', 'qty'), (v) => unitsLeft(v.other, v.qty)],
  sell_through: [sellThroughSql('qty', 'other'), (v) => sellThroughPct(v.qty, v.other)],
  coverage: [paceCoverageSql('other', 'qty'), (v) => coverageAtPace(v.other, v.qty)],
  coverage_score: [coverageScoreSql('cost'), (v) => coverageScore(v.cost)],
};

const amount = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -5_000, max: 50_000 }).map((cents) => cents / 100) },
  { weight: 2, arbitrary: fc.integer({ min: -5, max: 60 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 8, 16, 1e-7) },
);
const values = fc.record<Known>({
  price: amount,
  base: amount,
  cost: amount,
  qty: amount,
  other: amount,
  discount: fc.integer({ min: 0, max: 100 }),
});
const COLUMNS = ['price', 'base', 'cost', 'qty', 'other', 'discount'] as const;

const instance = await DuckDBInstance.create(':memory:');
const connection = await instance.connect();

async function inSql(rows: readonly Values[]): Promise<Record<string, unknown>[]> {
  const select = Object.entries(FORMULAS).map(([name, [sql]]) => `${sql} AS ${name}`);
  const data = rows.map(
    (row, index) => `(${index}, ${COLUMNS.map((name) => `${row[name]}::DOUBLE`).join(', ')})`,
  );
  const answer = await connection.runAndReadAll(
    `SELECT ${select.join(', ')} FROM (VALUES ${data.join(', ')}) t(n, ${COLUMNS.join(', ')}) ORDER BY n`,
  );
  return answer.getRowObjectsJS();
}

it('[CONST-04] [CONST-05] [CONST-06] [CONST-07] [COL-14] formulas in SQL are those of the domain', async () => {
  const rows = fc.sample(values, { numRuns: 400, seed: 12 });
  const found = await inSql(rows);
  for (const [index, row] of rows.entries())
    for (const [name, [, domain]] of Object.entries(FORMULAS)) {
      const [actual, expected] = [found[index]?.[name] ?? null, domain(row)];
      if (typeof expected === 'number' && typeof actual === 'number')
        expect(Math.abs(actual - expected), `${name} of ${JSON.stringify(row)}`).toBeLessThanOrEqual(
          1e-9 * Math.max(1, Math.abs(expected), Math.abs(row.price * row.qty)),
        );
      else expect(actual, `${name} of ${JSON.stringify(row)}`).toBe(expected);
    }
});

it('[FMT-01] what is not known makes the figures that need it unknown', async () => {
  const whole: Known = { price: 120, base: 100, cost: 30, qty: 10, other: 40, discount: 20 };
  const [known] = await inSql([whole]);
  expect(known).toMatchObject({ sales: 960, profit: 500, cogs: 300, budget: 240, realised_profit: 500 });
  const [noCost, noQuantity] = await inSql([
    { ...whole, cost: null },
    { ...whole, qty: null },
  ]);
  expect(noCost).toMatchObject({ sales: 960, profit: null, cogs: null, margin: null, coverage_score: null });
  for (const name of ['sales', 'profit', 'cogs', 'budget', 'left', 'sell_through', 'share'])
    expect(noQuantity?.[name], name).toBeNull();
});

it('an amount loses the tax that it was given, whoever says the rate and however it is written', async () => {
  const rate = fc.constantFrom(0, 2.1, 5.5, 8.1, 10, 19, 20, 25);
  const said = fc.option(rate, { nil: null });
  const cases = fc.sample(fc.record({ base: amount, organisation: rate, place: said, product: said }), 200);
  for (const { base, organisation, place, product } of cases) {
    const share = (points: number | null): string =>
      points === null ? 'NULL::DOUBLE' : `(${vatShareSql(`${points}::DOUBLE`)})`;
    const used = `(${saleVatSql(share(place), share(product), organisation / 100)})`;
    const answer = await connection.runAndReadAll(
      `SELECT ${used} AS rate, ${withoutTaxSql(`(${withTaxSql(`${base}::DOUBLE`, used)})`, used)} AS back`,
    );
    const [row] = answer.getRowObjectsJS();
    const expected = place !== null && place !== organisation ? place : (product ?? organisation);
    expect(row?.rate).toBeCloseTo(expected / 100, 9);
    expect(row?.back).toBeCloseTo(base, 6);
  }
  const read = await connection.runAndReadAll(
    `SELECT ${['0.2', '20', '5.5', '0', '1', '200'].map((cell, index) => `${vatShareSql(`${cell}::DOUBLE`)} AS c${index}`).join(', ')}`,
  );
  expect(Object.values(read.getRowObjectsJS()[0] ?? {})).toEqual([0.2, 0.2, 0.055, 0, null, null]);
});
