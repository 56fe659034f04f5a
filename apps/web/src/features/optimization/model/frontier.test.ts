import { expect, it } from 'vitest';
import { nearCurve, sumFrontiers } from './frontier.ts';

it('the frontier of several projects adds theirs, once all are known', () => {
  const points = (profit: number) => [
    { weight: 0, stock: 20, profit },
    { weight: 1, stock: 5, profit: profit / 2 },
  ];
  expect(sumFrontiers([points(10), points(30)])).toEqual([
    { key: 0, x: 40, y: 40 },
    { key: 1, x: 10, y: 20 },
  ]);
  expect(sumFrontiers([points(10), undefined])).toEqual([]);
  expect(sumFrontiers([])).toEqual([]);
});

it('the far end of the frontier does not flatten the plans that are compared', () => {
  const curve = [100, 90, 60, -400].map((y, key) => ({ key, x: 10 - key, y }));
  expect(nearCurve(curve, [{ y: 95 }, { y: 70 }]).map(({ y }) => y)).toEqual([100, 90, 60]);
});
