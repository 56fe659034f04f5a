import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EvaluatedLine, evaluateLine, forecastDelta } from './curve.ts';
import {
  cogsValue,
  discountBudget,
  markedDownPrice,
  profitValue,
  salesFigures,
  salesValue,
} from './formula.ts';

const LEVELS = [0, 10, 20];
const LINE: EvaluatedLine = {
  price: 120,
  base_price: 100,
  cost: 30,
  stock_qty: 20,
  curve: {
    levels: LEVELS,
    phase_qty: [4, 6, 10],
    rest_qty: [3, 4, 5, 0, 2, 3, 0, 0, 1],
  },
};

describe('the formulas', () => {
  it('[CONST-05] profit is (base price minus discount, minus cost) times quantity', () => {
    expect(profitValue(100, 20, 30, 10)).toBe(500);
  });

  it('[CONST-06] sales are price times (1 minus rate) times quantity', () => {
    expect(salesValue(120, 20, 10)).toBe(960);
  });

  it('[CONST-07] cogs are cost times quantity', () => {
    expect(cogsValue(30, 10)).toBe(300);
    expect(salesFigures({ price: 120, base_price: 100, cost: 30 }, 20, 10)).toEqual({
      sales_qty: 10,
      sales: 960,
      profit: 500,
      cogs: 300,
    });
  });
});

it('the price of a label is rounded to the cent, halves up', () => {
  expect(markedDownPrice(29.99, 20)).toBe(23.99);
  expect(markedDownPrice(0.05, 50)).toBe(0.03);
  expect(markedDownPrice(1.15, 30)).toBe(0.81);
  expect(markedDownPrice(2.01, 50)).toBe(1.01);
});

it('the budget of a discount is what the turnover loses', () => {
  expect(discountBudget(120, 20, 10)).toBe(salesValue(120, 0, 10) - salesValue(120, 20, 10));
});

describe('what a discount sells', () => {
  it('adds the worked phase and the later ones, at the same discount unless another is planned', () => {
    const at20 = evaluateLine(LINE, 20);
    expect(at20?.phase).toMatchObject({ sales_qty: 10, sales: 960, stock: 10 });
    expect(at20?.total).toMatchObject({ sales_qty: 11, sales: 1056, stock: 9 });
    expect(at20?.total.sales_discount_pct).toBeCloseTo(20);
    const planned = evaluateLine({ ...LINE, next_discount_pcts: [20] }, 10);
    expect(planned?.total.sales_qty).toBe(9);
    expect(planned?.total.sales).toBeCloseTo(120 * 0.9 * 6 + 120 * 0.8 * 3);
  });

  it('never plans a later phase below the worked one', () => {
    expect(evaluateLine({ ...LINE, next_discount_pcts: [0] }, 20)).toEqual(evaluateLine(LINE, 20));
  });

  it('plans each later phase at its own discount, within what the phases before leave', () => {
    // Means of demand by phase at 0, 10 and 20 %: a stock that no demand reaches sells them all.
    const means = [4, 6, 10, 1, 2, 3, 2, 2.5, 4];
    const path = { phase_mean: means, dispersion: 1e9, stock_qty: 1000 };
    const curve = { ...LINE.curve, rest_qty: [3, 4.5, 7, 0, 4.5, 7, 0, 0, 7], path };
    const at = (next_discount_pcts: (number | null)[], now = 0) =>
      evaluateLine({ ...LINE, stock_qty: 1000, curve, next_discount_pcts }, now)?.total;
    expect(at([10, 20])?.sales_qty).toBeCloseTo(4 + 2 + 4);
    expect(at([10, 20])?.sales).toBeCloseTo(120 * (4 + 0.9 * 2 + 0.8 * 4));
    expect(at([10, 20])?.discount_budget).toBeCloseTo(120 * (0.1 * 2 + 0.2 * 4));
    expect(at([20, 10])).toEqual(at([20]));
    expect(at([0, 10], 10)).toEqual(at([], 10));
    expect(at([null, 20])?.sales_qty).toBeCloseTo(4 + 1 + 4);
    expect(at([10, 35])?.sales).toBeCloseTo(120 * (4 + 0.9 * 2 + 0.65 * 4));
    const short = { ...curve, path: { ...path, stock_qty: 5 } };
    const few = evaluateLine({ ...LINE, stock_qty: 5, curve: short, next_discount_pcts: [10, 20] }, 0);
    expect(few?.total.sales_qty).toBeLessThan(5);
  });

  it('sells at a discount that is not offered what the nearest one does, at its own price', () => {
    const at20 = evaluateLine(LINE, 20);
    const at33 = evaluateLine(LINE, 33);
    expect(at33?.phase).toMatchObject({ sales_qty: 10, stock: 10 });
    expect(at33?.phase.sales).toBeCloseTo(120 * 0.67 * 10);
    expect(at33?.phase.discount_budget).toBeCloseTo(120 * 0.33 * 10);
    expect(at33?.total.sales_qty).toBe(at20?.total.sales_qty);
    expect(forecastDelta(LINE, 20, 33)?.phase.sales).toBeCloseTo(-120 * 0.13 * 10);
    expect(evaluateLine({ ...LINE, curve: { levels: [], phase_qty: [], rest_qty: [] } }, 20)).toBeNull();
  });

  it('has no mean discount rate when nothing sells', () => {
    const nothing = { ...LINE, curve: { levels: [0], phase_qty: [0], rest_qty: [0] } };
    expect(evaluateLine(nothing, 0)?.phase.sales_discount_pct).toBeNull();
  });
});

describe('the effect of an edit', () => {
  const quantity = fc.double({ min: 0, max: 1000, noNaN: true });
  const line = fc.record({
    price: fc.double({ min: 1, max: 500, noNaN: true }),
    base_price: fc.double({ min: 1, max: 500, noNaN: true }),
    cost: fc.double({ min: 0, max: 200, noNaN: true }),
    stock_qty: fc.double({ min: 2000, max: 5000, noNaN: true }),
    curve: fc.record({
      levels: fc.constant(LEVELS),
      phase_qty: fc.array(quantity, { minLength: 3, maxLength: 3 }),
      rest_qty: fc.array(quantity, { minLength: 9, maxLength: 9 }),
    }),
  });
  const level = fc.constantFrom(...LEVELS);

  it('is what the line comes to, less what it was', () => {
    let cases = 0;
    fc.assert(
      fc.property(line, level, level, (edited, from, to) => {
        cases += 1;
        const before = evaluateLine(edited, from);
        const after = evaluateLine(edited, to);
        const delta = forecastDelta(edited, from, to);
        if (!before || !after || !delta) throw new Error('every level is on the curve');
        for (const measure of ['sales_qty', 'sales', 'profit', 'cogs', 'stock', 'list_sales'] as const) {
          expect(before.total[measure] + delta.total[measure]).toBeCloseTo(after.total[measure], 4);
          expect(before.phase[measure] + delta.phase[measure]).toBeCloseTo(after.phase[measure], 4);
        }
      }),
    );
    expect(cases).toBeGreaterThanOrEqual(100);
  });
});
