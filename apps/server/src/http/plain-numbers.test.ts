import { expect, it } from 'vitest';
import { plainNumber, withPlainNumbers } from './plain-numbers.ts';

it('sends amounts without the noise of floating points, and other numbers as they are', () => {
  const day = new Date(0);
  expect(
    withPlainNumbers({ revenue: 0.1 + 0.2, rows: [1310069.6800000002, 3], day, name: 'R1', none: null }),
  ).toEqual({ revenue: 0.3, rows: [1310069.68, 3], day, name: 'R1', none: null });
  for (const value of [1 / 3, 0, -2, 1e-9, 123456.123456789, Number.NaN])
    expect(plainNumber(value)).toBe(value);
});
