import { expect, it } from 'vitest';
import type { ResultRow } from './lines.ts';
import { compareRows, leftOf } from './sums.ts';

const row = (phase: number, planned_qty: number | null): ResultRow =>
  ({
    ...{ _id: `line-${phase}`, phase, qty: 10, sales: 100, list_sales: 120, gap: null },
    ...{ price: 12, base_price: 10, cost: 4, planned_qty, planned_price: 12, planned_base_price: 10 },
    planned_discount_pct: planned_qty === null ? null : 20,
  }) as ResultRow;

it('a phase that kept no plan leaves the whole without one: what a part planned is not set beside what all sold', () => {
  expect(compareRows([row(0, 8), row(1, 9)]).planned).toMatchObject({ sales_qty: 17 });
  expect(compareRows([row(0, null), row(1, 9)])).toMatchObject({ planned: null, real: { sales_qty: 20 } });
  expect(compareRows([]).planned).toBeNull();
});

it('counts the products planned in each of their phases, those without a cost too: what would be left of them is known', () => {
  const free = { ...row(0, 8), _id: 'free', cost: null } as ResultRow;
  expect(compareRows([row(0, 8), free])).toMatchObject({
    line_count: 2,
    compared_count: 0,
    planned_count: 2,
  });
  const both = [row(0, 8), { ...row(1, null), _id: 'line-0' }, row(1, 9)];
  expect(compareRows(both)).toMatchObject({ line_count: 2, planned_count: 1 });
});

it('a product without a cost is left out of the margins and counted, as in the listing: one hides not those of the others', () => {
  const free = { ...row(0, 8), _id: 'free', cost: null, left_qty: 3, residual_value: 0.2 } as ResultRow;
  const known = { ...row(0, 8), left_qty: 5, residual_value: 0.2 } as ResultRow;
  const own = compareRows([known]);
  const both = compareRows([known, free]);
  expect(both.real).toEqual({ ...own.real, sales_qty: 20, sales: 200, list_sales: 240, discount_budget: 40 });
  expect(both.planned?.profit).toBe(own.planned?.profit);
  expect(both).toMatchObject({ line_count: 2, unknown_line_count: 1 });
  expect(compareRows([free])).toMatchObject({ real: { profit: null, sales: 100 }, unknown_line_count: 1 });
  // 100 / 12 × 10 − 4 × 10, less the four fifths of the cost of the five left.
  const merit = (100 * 10) / 12 - 40 - 0.8 * 4 * 5;
  expect(leftOf([known, free])).toMatchObject({ qty: 8, profit_after_leftovers: expect.closeTo(merit, 6) });
  expect(leftOf([free])).toEqual({ qty: 3, profit_after_leftovers: null });
  // Of an amount in a currency without a rate, what was planned is not set beside what others sold.
  const abroad = { ...row(0, 8), _id: 'abroad', sales: null, list_sales: null } as ResultRow;
  expect(compareRows([known, abroad]).planned).toEqual({ ...own.planned, sales_qty: 16 });
});
