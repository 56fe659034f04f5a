import { expect, it } from 'vitest';
import type { ImportReport } from './columns.ts';
import { rowCounts } from './row-counts.ts';

const feed = (file: string, kind: 'items' | 'stock' | 'sales', read: number, refused: number) =>
  ({
    file,
    kind,
    rows_read: read,
    rows_kept: read - refused,
    rows_rejected: refused,
    rows_warned: 1,
  }) as ImportReport['files'][number];

it('counts the lines of a file once, even when it feeds products and stock', () => {
  const files = [
    feed('a.csv', 'items', 100, 2),
    feed('a.csv', 'stock', 100, 3),
    feed('v.csv', 'sales', 50, 0),
  ];
  expect(rowCounts({ files })).toEqual({ read: 150, kept: 147, warned: 2, refused: 3 });
});
