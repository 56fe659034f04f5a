import type { GridRow } from '../../../ui/grid/types.ts';
import type { Group, Line } from '../rows/row.ts';

type Row = GridRow<Group, Line>;

/** A product among those of the open groups, in the order of the listing. */
export interface Neighbours {
  line: Line | null;
  /** Counted from 1; null for a product that is not among them. */
  rank: number | null;
  /** Every product of the open groups, loaded or not. */
  count: number;
  previous: Line | null;
  next: Line | null;
  /** The group whose next lines are to be loaded, when the product is the last of those loaded. */
  unloaded: string | null;
}

function lineOf(row: Row | undefined): Line | null {
  return row?.kind === 'line' ? row.line : null;
}

/** The products that rows stand for: a line's, or those of its group that « Afficher … de plus » would load. */
function countProducts(rows: readonly Row[]): number {
  return rows.reduce((count, row) => {
    if (row.kind === 'line') return count + 1;
    if (row.kind !== 'more' || !row.node.leaf) return count;
    return count + Math.max(0, row.node.total - row.node.children.length);
  }, 0);
}

export function findNeighbours(rows: readonly Row[], itemGroup: string): Neighbours {
  const at = rows.findIndex((row) => lineOf(row)?.item_group_id === itemGroup);
  const after = rows[at + 1];
  const toLoad = at >= 0 && after?.kind === 'more' && after.node.leaf && after.node.more !== 'error';
  return {
    line: lineOf(rows[at]),
    rank: at < 0 ? null : countProducts(rows.slice(0, at + 1)),
    count: countProducts(rows),
    previous: lineOf(rows.slice(0, Math.max(0, at)).findLast(lineOf)),
    next: toLoad ? null : lineOf(rows.slice(at + 1).find(lineOf)),
    unloaded: toLoad ? after.parent : null,
  };
}
