import { expect, it } from 'vitest';
import { slope } from './figures.ts';
import { soak } from './soak.ts';

// The short form of `npm run bench -- soak`: counts alone, no time is judged.
it('people who edit and look at one project at once lose nothing and get no error', async () => {
  const people = { editors: 10, readers: 20, products: 60 };
  const { together, acknowledged, lost } = await soak({
    ...people,
    ...{ minutes: 0.1, database_url: null, seed: 5 },
  });
  expect(lost).toEqual([]);
  expect(together.errors).toEqual([]);
  expect(acknowledged).toBeGreaterThan(10);
  expect(together.reads_ms.length).toBeGreaterThanOrEqual(10);
}, 400_000);

it('the slope of memory is what it gains from one measure to the next', () => {
  expect(slope([1, 3, 5, 7])).toBeCloseTo(2);
  expect(slope([4, 4, 4])).toBeCloseTo(0);
  expect(slope([])).toBe(0);
});
