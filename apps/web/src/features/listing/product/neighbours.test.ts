import { describe, expect, it } from 'vitest';
import type { GridRow } from '../../../ui/grid/types.ts';
import type { Group, Line } from '../rows/row.ts';
import { findNeighbours } from './neighbours.ts';

type Row = GridRow<Group, Line>;

const lineRow = (name: string): Row =>
  ({ kind: 'line', id: name, depth: 1, parent: 'g', line: { _id: name, item_group_id: name } }) as Row;

/** « Afficher … de plus » of a group of `total` products of which `loaded` are loaded. */
const moreRow = (parent: string, loaded: number, total: number, more = 'idle'): Row =>
  ({
    kind: 'more',
    id: `${parent}-more`,
    depth: 1,
    parent,
    node: { leaf: true, total, children: Array(loaded).fill(''), more },
  }) as unknown as Row;

const rows = [lineRow('a'), lineRow('b'), moreRow('shoes', 2, 115), lineRow('c')];

describe('the products before and after another', () => {
  it('are counted with those that are not loaded yet', () => {
    expect(findNeighbours(rows, 'a')).toMatchObject({ rank: 1, count: 116, next: { _id: 'b' } });
    expect(findNeighbours(rows, 'c')).toMatchObject({ rank: 116, previous: { _id: 'b' }, next: null });
  });

  it('are to be loaded after the last loaded one, instead of going past them', () => {
    expect(findNeighbours(rows, 'b')).toMatchObject({ next: null, unloaded: 'shoes' });
    expect(findNeighbours(rows, 'a').unloaded).toBeNull();
  });

  it('go on with the next group when the rest of theirs could not be loaded', () => {
    const failed = [lineRow('b'), moreRow('shoes', 1, 115, 'error'), lineRow('c')];
    expect(findNeighbours(failed, 'b')).toMatchObject({ next: { _id: 'c' }, unloaded: null });
  });

  it('start with the first for a product that is not shown', () => {
    expect(findNeighbours(rows, 'z')).toMatchObject({
      line: null,
      rank: null,
      previous: null,
      next: { _id: 'a' },
    });
  });
});
