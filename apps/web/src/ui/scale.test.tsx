import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fittingLabels, scalePlaces, spreadLabels } from './scale-model.ts';

describe('a value on the scale of its references', () => {
  it('stands between nothing done and the optimum in proportion', () => {
    const places = scalePlaces({
      value: 75,
      marks: [
        { kind: 'reference', value: 50, label: 'Rien' },
        { kind: 'optimum', value: 100, label: 'Optimum' },
      ],
    });
    expect(places.marks).toEqual([11, 89]);
    expect(places.value).toBe(50);
  });

  it('stands in the middle when nothing differs', () => {
    expect(scalePlaces({ value: 3, marks: [{ kind: 'optimum', value: 3, label: 'Optimum' }] }).value).toBe(
      50,
    );
  });

  it('stays inside the scale and keeps the order, whatever the values', () => {
    const amount = fc.double({ min: -1e9, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(amount, amount, amount, (value, before, optimum) => {
        const places = scalePlaces({
          value,
          before,
          marks: [{ kind: 'optimum', value: optimum, label: 'o' }],
        });
        for (const place of [places.value, places.before ?? 0, ...places.marks]) {
          expect(place).toBeGreaterThanOrEqual(10.9);
          expect(place).toBeLessThanOrEqual(89.1);
        }
        if (value < optimum) expect(places.value).toBeLessThanOrEqual(places.marks[0] ?? 0);
      }),
    );
  });

  it('leaves references out where there is no room for all, never the optimum', () => {
    const kept = [false, false, true];
    expect(fittingLabels([30, 30, 30], kept)).toEqual([0, 1, 2]);
    expect(fittingLabels([40, 40, 40], kept)).toEqual([0, 2]);
    expect(fittingLabels([60, 60, 60], kept)).toEqual([2]);
    expect(fittingLabels([120], [true])).toEqual([0]);
  });

  it('keeps its texts apart and inside', () => {
    const lefts = spreadLabels([50, 52, 98], [20, 20, 20]);
    const sorted = [...lefts].sort((a, b) => a - b);
    expect(sorted[0]).toBeGreaterThanOrEqual(0);
    expect((sorted[1] ?? 0) - (sorted[0] ?? 0)).toBeGreaterThanOrEqual(20);
    expect((sorted[2] ?? 0) - (sorted[1] ?? 0)).toBeGreaterThanOrEqual(20);
    expect((sorted[2] ?? 0) + 20).toBeLessThanOrEqual(100);
  });
});
