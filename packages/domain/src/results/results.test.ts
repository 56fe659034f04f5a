import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureAcceleration } from './acceleration.ts';
import { comparedLine, type ResultLine, splitGap } from './gap.ts';

const amount = fc.double({ min: 0, max: 500, noNaN: true });
const line: fc.Arbitrary<ResultLine> = fc.record({
  phase: fc.integer({ min: 0, max: 3 }),
  family: fc.constantFrom('Robes', 'Jupes', null),
  base_price: fc.option(fc.double({ min: 1, max: 200, noNaN: true }), { freq: 20 }),
  price: fc.option(fc.double({ min: 1, max: 240, noNaN: true }), { freq: 20 }),
  cost: fc.option(fc.double({ min: 0, max: 90, noNaN: true }), { freq: 20 }),
  residual_value: fc.double({ min: 0, max: 1, noNaN: true }),
  planned_qty: fc.option(amount, { freq: 10 }),
  planned_discount_pct: fc.constantFrom(0, 20, 50),
  qty: fc.integer({ min: -2, max: 500 }),
  sales: fc.option(fc.double({ min: 0, max: 50_000, noNaN: true }), { freq: 20 }),
  out_share: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
});

describe('the gap to the plan', () => {
  it('splits into price, volume, mix and stock-out that add up to the whole, line by line', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
        splitGap(lines).forEach((parts, index) => {
          const compared = comparedLine(lines[index] as ResultLine);
          expect(parts === null).toBe(compared === null);
          if (!parts || !compared) return;
          const gap = compared.value - compared.planned_value * compared.planned_qty;
          expect(parts.price + parts.volume + parts.mix + parts.stock_out).toBeCloseTo(gap, 5);
        });
      }),
    );
  });

  it('is price alone when the planned units are sold at another price, volume alone when fewer are', () => {
    const planned: ResultLine = {
      ...{ phase: 0, family: 'Robes', base_price: 50, price: 60, cost: 20, residual_value: 0.2 },
      ...{ planned_qty: 10, planned_discount_pct: 20, qty: 10, sales: 480, out_share: 0 },
    };
    const nothing = expect.closeTo(0, 9);
    const zero = { price: nothing, volume: nothing, mix: nothing, stock_out: nothing };
    expect(splitGap([planned])).toEqual([zero]);
    expect(splitGap([{ ...planned, sales: 360 }])).toEqual([{ ...zero, price: expect.closeTo(-100, 9) }]);
    const fewer = { ...planned, qty: 6, sales: 6 * 48 };
    expect(splitGap([fewer])).toEqual([{ ...zero, volume: expect.closeTo(-4 * 36, 9) }]);
    expect(splitGap([{ ...fewer, out_share: 0.3 }])).toEqual([
      { ...zero, volume: expect.closeTo(-36, 9), stock_out: expect.closeTo(-108, 9) },
    ]);
  });

  it('mixes nothing when one family alone is sold', () => {
    const of = (family: string, cost: number, qty: number): ResultLine => ({
      ...{ phase: 0, family, base_price: 50, price: 50, cost, residual_value: 1, planned_qty: 10 },
      ...{ planned_discount_pct: 0, qty, sales: 50 * qty, out_share: null },
    });
    const mixes = (lines: ResultLine[]) => splitGap(lines).reduce((sum, parts) => sum + (parts?.mix ?? 0), 0);
    expect(mixes([of('Robes', 10, 4), of('Robes', 40, 15)])).toBeCloseTo(0, 9);
    // Five units move from what brings 40 to what brings 10: mean 25, 15 less each way.
    expect(mixes([of('Robes', 10, 5), of('Jupes', 40, 15)])).toBeCloseTo(-150, 9);
  });
});

describe('the measured acceleration', () => {
  it('is the ratio of paces, with an interval from twenty lines on', () => {
    const lines = Array.from({ length: 24 }, (_, index) => ({ qty: 14 + (index % 3), before_qty: 28 }));
    const { ratio, low, high } = measureAcceleration(lines, { phase: 7, before: 28 });
    expect(ratio).toBeCloseTo(15 / 7, 9);
    expect(low).toBeLessThan(15 / 7);
    expect(high).toBeGreaterThan(15 / 7);
    expect(measureAcceleration(lines.slice(0, 19), { phase: 7, before: 28 })).toMatchObject({ low: null });
    expect(measureAcceleration([], { phase: 7, before: 28 }).ratio).toBeNull();
  });
});
