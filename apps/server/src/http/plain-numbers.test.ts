import { plainNumber, shownAs } from '@palier/domain';
import { expect, it } from 'vitest';
import { withPlainNumbers } from './plain-numbers.ts';

it('sends amounts without the noise of floating points, and other numbers as they are', () => {
  const day = new Date(0);
  expect(
    withPlainNumbers({ revenue: 0.1 + 0.2, rows: [1310069.6800000002, 3], day, name: 'R1', none: null }),
  ).toEqual({ revenue: 0.3, rows: [1310069.68, 3], day, name: 'R1', none: null });
  for (const value of [1 / 3, 0, -2, 1e-9, 123456.123456789, Number.NaN])
    expect(plainNumber(value)).toBe(value);
});

it('finds a figure by what it is shown as, and no other', () => {
  for (const noisy of [
    0.1 + 0.2,
    1310069.6800000002,
    240.00000000000003,
    -239.90000000000003,
    0,
    12,
    1 / 3,
  ]) {
    const { low, high } = shownAs(plainNumber(noisy));
    expect(low <= noisy && noisy <= high).toBe(true);
  }
  const { low, high } = shownAs(239.9);
  expect([low > 239.899999, high < 239.900001]).toEqual([true, true]);
});
