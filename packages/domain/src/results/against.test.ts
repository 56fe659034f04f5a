import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AgainstDecision, type ValuedLine, valueAgainst } from './against.ts';

const line: ValuedLine = { base_price: 50, cost: 20, residual_value: 0.2, qty: 12, later: [] };
const decision: AgainstDecision = {
  ...{ discount_pct: 40, recommended_pct: 20, effect: 0.5, effect_sd: 0, stock_qty: 100 },
};

describe('the value of a decision against the recommendation', () => {
  it('is what was sold at the decided price less what would have been at the recommended one', () => {
    // 12 units that bring 30 − 4, or 6 that bring 40 − 4: 312 − 216.
    expect(valueAgainst(line, decision)).toEqual({ value: 96, low: 96, high: 96 });
    // Half as deep, three times as few: 12 × 36 against 36 × 26.
    const timid = { ...decision, discount_pct: 20, recommended_pct: 40, effect: 3 };
    expect(valueAgainst(line, timid)?.value).toBeCloseTo(432 - 936, 9);
  });

  it('never sells more than there was, in the phase nor after it', () => {
    const timid = { ...decision, discount_pct: 20, recommended_pct: 40, effect: 3, stock_qty: 20 };
    expect(valueAgainst(line, timid)?.value).toBeCloseTo(432 - 20 * 26, 9);
    // Sold later at the same price as decided then: six more are left for it, as many as were sold are.
    const later = [{ discount_pct: 50, qty: 8 }];
    expect(valueAgainst({ ...line, later }, { ...decision, stock_qty: 20 })?.value).toBeCloseTo(96, 9);
    // All that was there would have been sold at once: nothing is left for later.
    const gone = valueAgainst({ ...line, later }, { ...timid, stock_qty: 20 });
    expect(gone?.value).toBeCloseTo(432 + 8 * 21 - 20 * 26, 9);
  });

  it('keeps a price that was marked down: a later phase sells at the recommended one at least', () => {
    const deep = { ...decision, discount_pct: 20, recommended_pct: 40, effect: 2 };
    const later = [{ discount_pct: 30, qty: 5 }];
    const slope = Math.log(2) / Math.log(0.6 / 0.8);
    const units = 5 * (0.6 / 0.7) ** slope;
    const expected = 12 * 36 + 5 * 31 - (24 * 26 + units * 26);
    expect(valueAgainst({ ...line, later }, deep)?.value).toBeCloseTo(expected, 9);
  });

  it('is unknown without a price, a cost or an effect, or for what is given away', () => {
    expect(valueAgainst({ ...line, base_price: null }, decision)).toBeNull();
    expect(valueAgainst({ ...line, cost: null }, decision)).toBeNull();
    expect(valueAgainst(line, { ...decision, effect: null })).toBeNull();
    expect(valueAgainst(line, { ...decision, discount_pct: 100 })).toBeNull();
  });

  it('lies in its interval, which grows with what the model does not know', () => {
    const amount = fc.double({ min: 0, max: 300, noNaN: true });
    const level = fc.constantFrom(0, 20, 30, 40, 50);
    const lines = fc.record({
      qty: amount,
      later: fc.array(fc.record({ discount_pct: level, qty: amount })),
    });
    const decisions = fc.record({
      ...{ discount_pct: level, recommended_pct: level, stock_qty: amount },
      effect: fc.double({ min: 0.05, max: 8, noNaN: true }),
      effect_sd: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(lines, decisions, (sold, decided) => {
        fc.pre(decided.discount_pct !== decided.recommended_pct);
        const later = sold.later.map((one) => ({
          ...one,
          discount_pct: Math.max(one.discount_pct, decided.discount_pct),
        }));
        const found = valueAgainst({ ...line, ...sold, later }, decided);
        if (!found) throw new Error('known');
        expect(Number.isFinite(found.value)).toBe(true);
        expect(found.low).toBeLessThanOrEqual(found.value);
        expect(found.high).toBeGreaterThanOrEqual(found.value);
        const surer = valueAgainst({ ...line, ...sold, later }, { ...decided, effect_sd: 0 });
        expect(surer?.value).toBeCloseTo(found.value, 9);
      }),
    );
  });
});
