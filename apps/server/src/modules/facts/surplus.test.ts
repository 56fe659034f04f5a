import { describe, expect, it } from 'vitest';
import { type Opened, surplus } from './surplus.ts';

const opened = (used_at: number, lines: number, users = 0): Opened<null> => ({
  ...{ version: 1, value: Promise.resolve(null), closing: false },
  ...{ used_at, lines, users },
});
const shelf = (...entries: Opened<null>[]) => new Map(entries.map((entry, index) => [`p${index}`, entry]));

describe('projects held open between two questions', () => {
  it('keeps twenty projects of 20,000 products open, and closes nothing that is in use', () => {
    const many = Array.from({ length: 20 }, (_, index) => opened(index + 1, 20_000));
    expect(surplus(shelf(...many))).toEqual([]);
    expect(surplus(shelf(opened(1, 900_000, 1), opened(2, 900_000, 1)))).toEqual([]);
  });

  it('closes the least recently used until the lines fit', () => {
    const large = shelf(opened(30, 400_000), opened(10, 400_000), opened(20, 400_000), opened(40, 400_000));
    expect(surplus(large)).toEqual(['p1', 'p2']);
    expect(surplus(shelf(opened(1, 700_000, 1), opened(2, 400_000)))).toEqual(['p1']);
  });

  it('closes the least recently used beyond the number of projects', () => {
    const small = shelf(opened(3, 10), opened(1, 10), opened(2, 10));
    expect(surplus(small, { count: 1, lines: 100 })).toEqual(['p1', 'p2']);
  });
});
