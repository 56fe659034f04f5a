import { expect, it } from 'vitest';
import { nearCurve, sumFrontiers } from './frontier.ts';

it('the frontier of several projects adds theirs, once all are known', () => {
  // 80 of 100 units sold, then 95; of 400 units, 300 then 380.
  const points = (all: number, left: [number, number], merit: number) => [
    {
      weight: 0,
      stock: left[0],
      season_sales_qty: all - left[0],
      sell_through_pct: (100 * (all - left[0])) / all,
      profit_after_leftovers: merit,
    },
    {
      weight: 1,
      stock: left[1],
      season_sales_qty: all - left[1],
      sell_through_pct: (100 * (all - left[1])) / all,
      profit_after_leftovers: merit / 2,
    },
  ];
  const curve = sumFrontiers([points(100, [20, 5], 10), points(400, [100, 20], 30)]);
  expect(curve.map(({ key, y }) => [key, y])).toEqual([
    [0, 40],
    [1, 20],
  ]);
  expect(curve[0]?.x).toBeCloseTo(76);
  expect(curve[1]?.x).toBeCloseTo(95);
  expect(sumFrontiers([points(100, [20, 5], 10), undefined])).toEqual([]);
  expect(sumFrontiers([])).toEqual([]);
  // One whose stock is all sold, whatever is chosen, does not take the others' curve away.
  const gone = sumFrontiers([points(100, [20, 5], 10), points(300, [0, 0], 30)]);
  expect(gone.map(({ x }) => x)).toEqual([expect.closeTo(95), expect.closeTo(98.75)]);
});

it('the far end of the frontier does not flatten the plans that are compared', () => {
  const curve = [100, 90, 60, -400].map((y, key) => ({ key, x: 10 - key, y }));
  expect(nearCurve(curve, [{ y: 95 }, { y: 70 }]).map(({ y }) => y)).toEqual([100, 90, 60]);
});
