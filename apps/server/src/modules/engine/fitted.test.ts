import type { WeeklyPanelData } from '@palier/analytics';
import { fitDemand } from '@palier/engine';
import { expect, it } from 'vitest';
import { fittedDemand } from './fitted.ts';

const [ITEMS, WEEKS] = [3, 30];

/** A panel whose first item sells so many units a week; read from memory that threads share, as a snapshot's is. */
function panelOf(units: number): WeeklyPanelData['panel'] {
  const cells = ITEMS * WEEKS;
  const shared = new Float32Array(new SharedArrayBuffer(4 * cells)).fill(2);
  return {
    ...{ item_count: ITEMS, week_count: WEEKS, first_week_day: 20_000 - 6 },
    units: shared.map((usual, cell) => (cell < WEEKS ? units : usual)),
    discount: new Float32Array(new SharedArrayBuffer(4 * cells)),
    ...{ availability: null, breadth: null, price_index: null },
    list_price: Float64Array.of(10, 20, 30),
    first_week: new Int32Array(ITEMS),
    category: new Int32Array(ITEMS),
    ...{ category_count: 1, subcategory: null },
  };
}

it('the projects of one import are forecast by one fit, and by another once a sale differs', () => {
  const model = fittedDemand(panelOf(5));
  expect(fittedDemand(panelOf(5))).toBe(model);
  expect(model).toEqual(fitDemand(panelOf(5)));
  const other = fittedDemand(panelOf(6));
  expect(other).not.toBe(model);
  expect(other).toEqual(fitDemand(panelOf(6)));
});

it('a past phase is forecast by the weeks before it', () => {
  const before = fittedDemand(panelOf(5), 20);
  expect(before.week_count).toBe(20);
  expect(fittedDemand(panelOf(5), 20)).toBe(before);
  expect(fittedDemand(panelOf(5)).week_count).toBe(WEEKS);
});
