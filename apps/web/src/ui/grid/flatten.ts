import { type GridRow, ROOT_ID, type TreeNode } from './types.ts';

/** Placeholder rows of a last-level group: as many as its lines, up to this. */
export const MAX_PLACEHOLDERS = 20;
/** Placeholder rows of a group that has sub-groups. */
export const GROUP_PLACEHOLDERS = 5;

interface TreeReader<G, L> {
  root(): TreeNode<G>;
  node(id: string): TreeNode<G> | undefined;
  line(id: string): { line: L } | undefined;
}

// A row keeps its identity as long as its node or line does: memoised rows rely on it.
const groupRows = new WeakMap<object, unknown>();
const lineRows = new WeakMap<object, unknown>();

function placeholderCount<G>(node: TreeNode<G>): number {
  if (node.depth < 0) return node.leaf ? MAX_PLACEHOLDERS : GROUP_PLACEHOLDERS;
  return node.leaf ? Math.min(node.total, MAX_PLACEHOLDERS) : GROUP_PLACEHOLDERS;
}

function groupRow<G, L>(node: TreeNode<G>): GridRow<G, L> {
  const known = groupRows.get(node) as GridRow<G, L> | undefined;
  if (known) return known;
  const row: GridRow<G, L> = {
    kind: 'group',
    id: node.id,
    depth: node.depth,
    parent: node.parent ?? ROOT_ID,
    node: node as TreeNode<G> & { group: G },
  };
  groupRows.set(node, row);
  return row;
}

function lineRow<G, L>(stored: { line: L }, id: string, depth: number, parent: string): GridRow<G, L> {
  const known = lineRows.get(stored) as GridRow<G, L> | undefined;
  if (known) return known;
  const row: GridRow<G, L> = { kind: 'line', id, depth, parent, line: stored.line };
  lineRows.set(stored, row);
  return row;
}

function pushChildren<G, L>(store: TreeReader<G, L>, node: TreeNode<G>, rows: GridRow<G, L>[]): void {
  const depth = node.depth + 1;
  const parent = node.id;
  if (node.status === 'idle' || node.status === 'loading') {
    for (let index = 0; index < placeholderCount(node); index += 1) {
      rows.push({ kind: 'placeholder', id: `${parent}\u0000${index}`, depth, parent });
    }
    return;
  }
  if (node.status === 'error') {
    // A group says its own error in its row; only the root needs a row for it.
    if (depth === 0) rows.push({ kind: 'error', id: '\u0000error', depth, parent, node });
    return;
  }
  for (const id of node.children) {
    if (node.leaf) {
      const stored = store.line(id);
      if (stored) rows.push(lineRow(stored, id, depth, parent));
      continue;
    }
    const child = store.node(id);
    if (!child?.group) continue;
    rows.push(groupRow(child));
    if (child.open) pushChildren(store, child, rows);
  }
  if (node.children.length === 0) rows.push({ kind: 'empty', id: `${parent}\u0000empty`, depth, parent });
  if (node.cursor !== null) rows.push({ kind: 'more', id: `${parent}\u0000more`, depth, parent, node });
}

/** The visible rows of a tree, from top to bottom; linear in their number. */
export function flattenTree<G, L>(store: TreeReader<G, L>): GridRow<G, L>[] {
  const rows: GridRow<G, L>[] = [];
  pushChildren(store, store.root(), rows);
  return rows;
}
