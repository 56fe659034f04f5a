import { expect, it } from 'vitest';
import { sumFrontiers } from './frontier.ts';

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
