import type { WeeklyPanelData } from '@palier/analytics';
import { fitDemand, forecastCurves } from '@palier/engine';
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

it('what one project asks of it changes nothing for the next', () => {
  const model = fittedDemand(panelOf(5));
  const untouched = structuredClone(model);
  forecastCurves(model, {
    levels: Float64Array.of(0, 0.3, 0.5),
    phases: [{ from_day: 20_204, to_day: 20_232 }],
    items: Int32Array.of(0, 2),
    stock: Float64Array.of(40, 40),
    current_discount: new Float64Array(2),
    ...{ breadth: null, third_party: null },
  });
  expect(model).toEqual(untouched);
});

it('a past phase is forecast by the weeks before it', () => {
  const before = fittedDemand(panelOf(5), 20);
  expect(before.week_count).toBe(20);
  expect(fittedDemand(panelOf(5), 20)).toBe(before);
  expect(fittedDemand(panelOf(5)).week_count).toBe(WEEKS);
});
