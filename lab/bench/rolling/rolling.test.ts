import { expect, it } from 'vitest';
import { roll } from './rolling.ts';

// The short form of `npm run bench -- rolling`.
it('an update that replaces one server after the other fails no request of those who work', async () => {
  const { met, acknowledged, lost, replaced } = await roll({
    rounds: 1,
    editors: 4,
    readers: 6,
    products: 40,
  });
  expect(met.errors).toEqual([]);
  expect(lost).toEqual([]);
  expect(replaced).toBe(2);
  expect(acknowledged).toBeGreaterThan(10);
}, 400_000);
