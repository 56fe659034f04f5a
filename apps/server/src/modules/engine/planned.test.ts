import { parseDay } from '@palier/engine';
import { expect, it } from 'vitest';
import { plannedDiscounts } from './planned.ts';

it('what others do is what is in force, then what the plan says, nothing where nobody has chosen', () => {
  const monday = parseDay('2026-06-01');
  // Three products: two lines of the project, one of another; the history ends on 15 June.
  const input = {
    project: { end_date: '2026-08-26' },
    lines: { ids: ['a', 'b'] },
    panel: {
      line_rows: Int32Array.of(2, 0),
      panel: {
        item_count: 3,
        week_count: 2,
        first_week_day: monday,
        discount: Float32Array.of(0, 0.1, 0, 0.25, 0, 0),
      },
    },
    chosen_discount: Float64Array.of(40, Number.NaN),
  };
  const worked = { from_day: parseDay('2026-06-30'), to_day: parseDay('2026-07-21') };
  const { weeks, discount } = plannedDiscounts(input, Float64Array.of(0.2, 0.1), worked);
  const week = (row: number, ahead: number) => discount[row * weeks + ahead - 1];
  // The worked phase starts on a Tuesday, in the third week.
  expect([1, 2, 3, 4].map((ahead) => week(2, ahead))).toEqual([0.2, 0.2, 0.4, 0.4].map(Math.fround));
  expect([2, 3].map((ahead) => week(0, ahead))).toEqual([Math.fround(0.1), Number.NaN]);
  expect([1, 8].map((ahead) => week(1, ahead))).toEqual([0.25, 0.25]);
});
