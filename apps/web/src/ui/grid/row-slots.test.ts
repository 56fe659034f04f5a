import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RowSlots } from './row-slots.ts';

const line = (id: number): { id: string; kind: string } => ({ id: `l${id}`, kind: 'line' });
const window = (from: number, count: number): { id: string; kind: string }[] =>
  Array.from({ length: count }, (_, index) => line(from + index));

describe('rows in sight', () => {
  it('[LIST-16] reuses the elements of the rows that left, and moves none of them while scrolling', () => {
    const slots = new RowSlots();
    const before = slots.assign(window(0, 10), false).map(({ slot }) => slot);
    const after = slots.assign(window(90, 10), true).map(({ slot }) => slot);
    expect(after).toEqual(before);
    // Where all rows are new, the first takes the place of the first.
    expect(slots.assign(window(500, 10), true).map(({ of }) => of)).toEqual(window(500, 10));
  });

  it('stands in the order of the screen once the scrolling has ended', () => {
    const slots = new RowSlots();
    slots.assign(window(0, 5), false);
    slots.assign(window(2, 5), true);
    expect(slots.assign(window(2, 5), false).map(({ of }) => of.id)).toEqual(['l2', 'l3', 'l4', 'l5', 'l6']);
  });

  it('never gives one slot to two rows, nor a slot to a row of another kind', () => {
    const rows = fc.uniqueArray(
      fc.record({ id: fc.nat(40).map(String), kind: fc.constantFrom('line', 'group') }),
      {
        selector: ({ id, kind }) => `${kind}${id}`,
        maxLength: 20,
      },
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(rows, fc.boolean()), { minLength: 1 }), (steps) => {
        const slots = new RowSlots();
        for (const [shown, moving] of steps) {
          const placed = slots.assign(shown, moving);
          expect(new Set(placed.map(({ slot }) => slot)).size).toBe(shown.length);
          expect(placed.every(({ slot, of }) => slot.startsWith(`${of.kind} `))).toBe(true);
          expect(new Set(placed.map(({ of }) => of))).toEqual(new Set(shown));
        }
      }),
    );
  });
});
