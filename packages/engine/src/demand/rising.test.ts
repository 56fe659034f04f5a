import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { risen } from './rising.ts';

const levels = fc.uniqueArray(fc.integer({ min: 0, max: 90 }), { minLength: 1, maxLength: 12 }).map((all) =>
  Float64Array.from(
    all.sort((a, b) => a - b),
    (level) => level / 100,
  ),
);
/** What a curve is at each hundredth. */
const curve = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 91, maxLength: 91 });
const readAt = (values: readonly number[]) => (discount: number) => values[Math.round(100 * discount)] ?? 0;

describe('a curve made rising', () => {
  it('never falls, and stays between the highest it was and the lowest it will be', () => {
    fc.assert(
      fc.property(levels, curve, (asked, values) => {
        const found = risen(asked, readAt(values));
        found.forEach((value, n) => {
          expect(value).toBeGreaterThanOrEqual(found[n - 1] ?? Number.NEGATIVE_INFINITY);
          expect(value).toBeLessThanOrEqual(Math.max(...values));
          expect(value).toBeGreaterThanOrEqual(Math.min(...values));
        });
      }),
    );
  });

  it('is itself where it never falls', () => {
    fc.assert(
      fc.property(levels, curve, (asked, values) => {
        const climbing = values.toSorted((a, b) => a - b);
        expect(risen(asked, readAt(climbing))).toEqual(asked.map(readAt(climbing)));
      }),
    );
  });

  it('says the same of a discount whatever others are asked for, from 5 to 5 %', () => {
    const tens = Float64Array.from({ length: 8 }, (_, n) => n / 10);
    fc.assert(
      fc.property(curve, (values) => {
        const together = risen(tens, readAt(values));
        tens.forEach((level, n) => {
          expect(risen(Float64Array.of(level), readAt(values))[0]).toBe(together[n]);
        });
      }),
    );
  });

  it('shares a fall between the depths on both sides of it', () => {
    const fallen = (discount: number) => (discount < 0.2 ? 1 : 0);
    expect(Array.from(risen(Float64Array.of(0, 0.1, 0.2, 0.3), fallen))).toEqual([0.5, 0.5, 0.5, 0.5]);
  });
});
