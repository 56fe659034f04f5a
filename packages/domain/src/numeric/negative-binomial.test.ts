import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  expectedSales,
  expectedSalesWith,
  negativeBinomialCdf,
  negativeBinomialQuantile,
  salesConstant,
} from './negative-binomial.ts';

/** Probabilities of 0..limit by recursion from the definition. */
function probabilities(shape: number, mean: number, limit: number): number[] {
  const values = [Number.isFinite(shape) ? (shape / (shape + mean)) ** shape : Math.exp(-mean)];
  for (let n = 0; n < limit; n++) {
    const ratio = Number.isFinite(shape) ? ((mean / (shape + mean)) * (shape + n)) / (n + 1) : mean / (n + 1);
    values.push((values[n] ?? 0) * ratio);
  }
  return values;
}

describe('expected sales under limited stock', () => {
  it('equals the direct sum of min(demand, stock) × probability', () => {
    let cases = 0;
    fc.assert(
      fc.property(
        fc.double({ min: 0.05, max: 400, noNaN: true }),
        fc.double({ min: 0.001, max: 300, noNaN: true }),
        fc.integer({ min: 1, max: 250 }),
        (shape, mean, stock) => {
          const p = probabilities(shape, mean, stock - 1);
          const below = p.reduce((sum, value) => sum + value, 0);
          const direct = p.reduce((sum, value, n) => sum + n * value, 0) + stock * (1 - below);
          expect(Math.abs(expectedSales(shape, mean, stock) - direct)).toBeLessThan(1e-8 * (1 + direct));
          cases++;
        },
      ),
      { numRuns: 500, seed: 7 },
    );
    expect(cases).toBeGreaterThan(400);
  });

  it('grows with demand and with stock, and stays below both', () => {
    let cases = 0;
    fc.assert(
      fc.property(
        fc.double({ min: 0.2, max: 50, noNaN: true }),
        fc.double({ min: 0.01, max: 5000, noNaN: true }),
        fc.double({ min: 0.1, max: 5000, noNaN: true }),
        (shape, mean, stock) => {
          const sales = expectedSales(shape, mean, stock);
          expect(sales).toBeLessThanOrEqual(Math.min(mean, stock) + 1e-9);
          expect(expectedSales(shape, mean * 1.1, stock)).toBeGreaterThanOrEqual(sales - 1e-7 * sales);
          expect(expectedSales(shape, mean, stock + 1)).toBeGreaterThanOrEqual(sales - 1e-7 * sales);
          cases++;
        },
      ),
      { numRuns: 300, seed: 8 },
    );
    expect(cases).toBeGreaterThan(200);
  });

  it('is the Poisson expectation when the shape is infinite', () => {
    const p = probabilities(Number.POSITIVE_INFINITY, 12, 9);
    const direct = p.reduce((sum, value, n) => sum + n * value, 0) + 10 * (1 - p.reduce((s, v) => s + v, 0));
    expect(expectedSales(Number.POSITIVE_INFINITY, 12, 10)).toBeCloseTo(direct, 9);
    expect(expectedSalesWith(1e6, 12, 10, salesConstant(1e6, 10))).toBeCloseTo(direct, 3);
  });

  it('interpolates a fractional stock', () => {
    const between = expectedSales(2, 5, 3.5);
    expect(between).toBeCloseTo((expectedSales(2, 5, 3) + expectedSales(2, 5, 4)) / 2, 12);
  });
});

describe('quantiles', () => {
  it('are the smallest counts that reach the probability, capped by the stock', () => {
    let cases = 0;
    fc.assert(
      fc.property(
        fc.double({ min: 0.3, max: 60, noNaN: true }),
        fc.double({ min: 0.01, max: 400, noNaN: true }),
        fc.double({ min: 0.05, max: 0.95, noNaN: true }),
        (shape, mean, probability) => {
          const n = negativeBinomialQuantile(shape, mean, probability, 1e6);
          expect(negativeBinomialCdf(shape, mean, n)).toBeGreaterThanOrEqual(probability - 1e-9);
          if (n > 0) expect(negativeBinomialCdf(shape, mean, n - 1)).toBeLessThan(probability + 1e-9);
          expect(negativeBinomialQuantile(shape, mean, probability, 3)).toBe(Math.min(n, 3));
          cases++;
        },
      ),
      { numRuns: 300, seed: 9 },
    );
    expect(cases).toBeGreaterThan(200);
  });
});
