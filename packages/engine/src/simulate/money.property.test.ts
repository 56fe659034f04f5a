import { discountBudget, evaluateLine, profitAfterLeftovers, rateAt, stockAtPhase } from '@palier/domain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { simulatePlan } from './simulate.ts';

const LEVELS = [0, 10, 20, 30];
const L = LEVELS.length;
const amount = (most: number) => fc.integer({ min: 0, max: 100 * most }).map((cents) => cents / 100);
const quantities = (length: number) =>
  fc.array(amount(20).map(Math.fround), { minLength: length, maxLength: length });

const cases = fc.record({
  line: fc.record({
    price: amount(200),
    base_price: amount(160),
    cost: amount(80),
    curve: fc.record({
      levels: fc.constant(LEVELS),
      phase_qty: quantities(L),
      rest_qty: quantities(L * L),
      rates: fc.option(fc.constant([0, 12.5, 23.1, 23.1])),
    }),
  }),
  stock: fc.integer({ min: 0, max: 60 }),
  upcoming: fc.integer({ min: 0, max: 10 }),
  sold: fc.integer({ min: 0, max: 40 }),
  residual: fc.double({ min: 0, max: 1, noNaN: true }),
  level: fc.nat(L - 1),
  later: fc.array(fc.nat(L - 1), { minLength: 2, maxLength: 2 }),
  /** Two later phases told apart, or taken together at the first one's level. */
  path: fc.option(
    fc.record({
      phase_mean: fc.array(fc.float({ min: 0, max: 40, noNaN: true }), {
        minLength: 3 * L,
        maxLength: 3 * L,
      }),
      dispersion: fc.double({ min: 0.2, max: 20, noNaN: true }),
      stock_qty: fc.nat(60),
    }),
  ),
});

it('[CONST-05] [CONST-06] [CONST-07] a plan simulated is worth what the domain says of each line', () => {
  fc.assert(
    fc.property(cases, ({ line, stock, upcoming, sold, residual, level, later, path }) => {
      const of = (value: number) => Float64Array.of(value);
      const { phase, total } = simulatePlan(
        {
          item_count: 1,
          levels: Float64Array.from(LEVELS, (points) => points / 100),
          level_rate: line.curve.rates && Float64Array.from(line.curve.rates),
          phase_qty: Float32Array.from(line.curve.phase_qty),
          rest_qty: Float32Array.from(line.curve.rest_qty),
          ...{ stock: of(stock), upcoming: of(upcoming), season_sold: of(sold) },
          ...{ price: of(line.price), base_price: of(line.base_price), cost: of(line.cost) },
          ...{ residual_value: of(residual), later_level: Uint8Array.from(path ? later : later.slice(0, 1)) },
          ...(path && {
            later_phases: 2,
            path: {
              phase_mean: Float32Array.from(path.phase_mean),
              dispersion: of(path.dispersion),
              stock: of(path.stock_qty),
            },
          }),
          ...{ min_level: Uint8Array.of(0), max_level: Uint8Array.of(L - 1), fixed_level: Int16Array.of(-1) },
        },
        Uint8Array.of(level),
      );
      const now = LEVELS[level] ?? 0;
      const curve = { ...line.curve, path };
      const expected = evaluateLine(
        {
          ...{ ...line, curve, stock_qty: stockAtPhase(stock, upcoming) },
          next_discount_pcts: later.map((at) => LEVELS[at] ?? 0),
        },
        now,
      );
      if (!expected) throw new Error('every level is on the curve');
      const after = profitAfterLeftovers(expected.total.profit, residual, line.cost, expected.total.stock);
      for (const [found, want] of [
        [phase, expected.phase],
        [total, expected.total],
      ] as const) {
        expect(found.units).toBeCloseTo(want.sales_qty, 6);
        expect(found.sales).toBeCloseTo(want.sales, 6);
        expect(found.profit).toBeCloseTo(want.profit, 6);
        expect(found.cogs).toBeCloseTo(want.cogs, 6);
        expect(found.list_sales).toBeCloseTo(want.list_sales, 6);
        expect(found.residual_stock).toBeCloseTo(want.stock, 6);
        expect(found.season_units).toBeCloseTo(sold + upcoming + want.sales_qty, 6);
        expect(found.profit_after_leftovers).toBeCloseTo(after, 6);
        expect(found.discount_amount).toBeCloseTo(want.list_sales - want.sales, 6);
      }
      expect(phase.discount_amount).toBeCloseTo(
        discountBudget(line.price, rateAt(line.curve, now), phase.units),
        6,
      );
    }),
    { numRuns: 300 },
  );
});
