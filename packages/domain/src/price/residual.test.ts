import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { profitValue } from './formula.ts';
import {
  DEFAULT_RESIDUAL_VALUE,
  leftoverLoss,
  meanResidualValue,
  profitAfterLeftovers,
  residualValueReader,
} from './residual.ts';

describe('the residual value of a leftover', () => {
  it('permanents keep their cost, seasonal products a fifth of it, at first', () => {
    const read = residualValueReader(DEFAULT_RESIDUAL_VALUE);
    expect(read(['Permanent'])).toBe(1);
    expect(read(['Nouveauté', ' permanent '])).toBe(1);
    expect(read(['Été 2026'])).toBe(0.2);
    expect(read([])).toBe(0.2);
  });

  it('is one for all without a field', () => {
    expect(residualValueReader({ field: null, values: {}, other: 0.4 })(['Permanent'])).toBe(0.4);
  });

  it('is averaged by the cost of the stock, unknown costs aside', () => {
    expect(meanResidualValue([1, 0.2, 0.5], [10, 30, Number.NaN], [3, 1, 99])).toBeCloseTo(0.6);
    expect(meanResidualValue([1], [Number.NaN], [3])).toBeNull();
  });
});

describe('« marge après invendus »', () => {
  it('at ρ = 1 is the margin, at ρ = 0 all leftovers are lost', () => {
    expect(profitAfterLeftovers(100, 1, 10, 7)).toBe(100);
    expect(profitAfterLeftovers(100, 0, 10, 7)).toBe(30);
    expect(leftoverLoss(0.2, 10, 5)).toBeCloseTo(40);
  });

  it('ranks plans as a margin in which a unit sold costs ρ × cost: they differ by a constant', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(share, share, share, share, (rho, rate, first, second) => {
        const [base, cost, stock] = [50, 20, 40];
        const after = (units: number) =>
          profitAfterLeftovers(profitValue(base, 100 * rate, cost, units), rho, cost, stock - units);
        const sold = (units: number) => (base * (1 - rate) - rho * cost) * units;
        const [a, b] = [stock * first, stock * second];
        expect(after(a) - after(b)).toBeCloseTo(sold(a) - sold(b), 8);
      }),
    );
  });
});
