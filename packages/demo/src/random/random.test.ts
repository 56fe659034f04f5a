import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from './random.ts';
import { splitUnits } from './shares.ts';

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const many = (draw: () => number): number[] => Array.from({ length: 40_000 }, draw);

describe('seeded randomness', () => {
  it('repeats itself for a seed and a stream, and differs between streams', () => {
    const draw = (seed: number, stream: number): number[] => {
      const random = new Random(seed, stream);
      return [random.uniform(), random.normal(), random.poisson(4), random.gamma(2)];
    };
    expect(draw(7, 1)).toEqual(draw(7, 1));
    expect(draw(7, 1)).not.toEqual(draw(7, 2));
    expect(draw(7, 1)).not.toEqual(draw(8, 1));
  });

  it('has the means and variances that its names promise', () => {
    const random = new Random(11);
    const uniform = many(() => random.uniform());
    expect(mean(uniform)).toBeCloseTo(0.5, 2);
    expect(mean(uniform.map((u) => (u - 0.5) ** 2))).toBeCloseTo(1 / 12, 3);
    const normal = many(() => random.normal());
    expect(Math.abs(mean(normal))).toBeLessThan(0.02);
    expect(mean(normal.map((z) => z * z))).toBeCloseTo(1, 1);
    for (const shape of [0.5, 2, 7]) expect(mean(many(() => random.gamma(shape))) / shape).toBeCloseTo(1, 1);
    for (const rate of [0.3, 4, 60]) {
      const draws = many(() => random.poisson(rate));
      expect(mean(draws) / rate).toBeCloseTo(1, 1);
      expect(mean(draws.map((n) => (n - rate) ** 2)) / rate).toBeCloseTo(1, 1);
    }
  });

  it('cuts a delivery in sizes without losing a unit', () => {
    fc.assert(
      fc.property(
        fc.nat(5_000),
        fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: 1 }),
        (units, raw) => {
          const total = raw.reduce((sum, share) => sum + share, 0);
          const parts = splitUnits(
            units,
            raw.map((share) => share / total),
          );
          expect(parts.reduce((sum, part) => sum + part, 0)).toBe(units);
          expect(parts.every((part) => Number.isInteger(part) && part >= 0)).toBe(true);
        },
      ),
    );
  });
});
