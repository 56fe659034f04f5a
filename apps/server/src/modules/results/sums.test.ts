import { expect, it } from 'vitest';
import type { ResultRow } from './lines.ts';
import { compareRows } from './sums.ts';

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
