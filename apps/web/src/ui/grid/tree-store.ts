import { flattenTree } from './flatten.ts';
import { type GridRow, ROOT_ID, type TreeNode, type TreeSource } from './types.ts';

/** State of the whole tree, apart from its nodes. */
export type TreeStatus = 'loading' | 'loaded' | 'refreshing';

export interface StoredLine<L> {
  line: L;
  parent: string;
}

function emptyNode<G>(id: string, depth: number, parent: string | null, group: G | null): TreeNode<G> {
  return {
    id,
    depth,
    parent,
    group,
    open: false,
    status: 'idle',
    error: null,
    children: [],
    leaf: false,
    cursor: null,
    total: 0,
    more: 'idle',
  };
}

/**
 * The tree that the grid shows: nodes and lines by key, kept outside React.
 * Nodes and lines are replaced, never changed in place, so that a row that did not change keeps its
 * identity and is not drawn again. Loading is in tree-loader.ts.
 */
export class TreeStore<G, L> {
  readonly source: TreeSource<G, L>;
  #nodes = new Map<string, TreeNode<G>>();
  #lines = new Map<string, StoredLine<L>>();
  #listeners = new Set<() => void>();
  #cachedRows: GridRow<G, L>[] | null = null;
  #depthOfBatch = 0;
  #dirty = false;
  #status: TreeStatus = 'loading';

  constructor(source: TreeSource<G, L>) {
    this.source = source;
    const root = emptyNode<G>(ROOT_ID, -1, null, null);
    this.#nodes.set(ROOT_ID, { ...root, open: true, leaf: source.levels === 0 });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The visible rows; the same array until something changes. */
  readonly rows = (): GridRow<G, L>[] => {
    this.#cachedRows ??= flattenTree(this);
    return this.#cachedRows;
  };

  readonly getStatus = (): TreeStatus => this.#status;

  /** Runs several changes and tells the listeners once. */
  batch(change: () => void): void {
    this.#depthOfBatch += 1;
    try {
      change();
    } finally {
      this.#depthOfBatch -= 1;
      if (this.#depthOfBatch === 0 && this.#dirty) this.#notify();
    }
  }

  setStatus(status: TreeStatus): void {
    if (this.#status === status) return;
    this.#status = status;
    this.#changed();
  }

  root(): TreeNode<G> {
    return this.#nodes.get(ROOT_ID) as TreeNode<G>;
  }

  node(id: string): TreeNode<G> | undefined {
    return this.#nodes.get(id);
  }

  line(id: string): StoredLine<L> | undefined {
    return this.#lines.get(id);
  }

  allNodes(): Iterable<TreeNode<G>> {
    return this.#nodes.values();
  }

  allLines(): Iterable<[string, StoredLine<L>]> {
    return this.#lines.entries();
  }

  setNode(id: string, change: Partial<TreeNode<G>>): void {
    const node = this.#nodes.get(id);
    if (!node) return;
    this.#nodes.set(id, { ...node, ...change });
    this.#changed();
  }

  /** Adds or replaces the groups of a parent; a group already there keeps its opening and children. */
  putGroups(parentId: string, groups: readonly G[], replace: boolean): void {
    const parent = this.#nodes.get(parentId);
    if (!parent) return;
    const ids = groups.map((group) => this.source.groupKey(group));
    groups.forEach((group, index) => {
      const id = ids[index] as string;
      const known = this.#nodes.get(id) ?? emptyNode<G>(id, parent.depth + 1, parentId, group);
      const leaf = parent.depth + 2 >= this.source.levels;
      // Slow figures already shown stay until they are asked again: a refresh does not empty the cells.
      const merged = known.group ? { ...known.group, ...group } : group;
      this.#nodes.set(id, { ...known, group: merged, leaf, total: this.source.groupCount(group) });
    });
    const kept = replace ? [] : parent.children;
    const children = [...new Set([...kept, ...ids])];
    if (replace) this.#forget(parent.children.filter((id) => !children.includes(id)));
    this.setNode(parentId, { children });
  }

  putLines(parentId: string, lines: readonly L[], replace: boolean): void {
    const parent = this.#nodes.get(parentId);
    if (!parent) return;
    const ids = lines.map((line) => this.source.lineKey(line));
    const shown = new Map(parent.children.map((id) => [id, this.#lines.get(id)?.line]));
    if (replace) for (const id of parent.children) this.#lines.delete(id);
    lines.forEach((line, index) => {
      const id = ids[index] as string;
      const known = shown.get(id);
      this.#lines.set(id, { line: known ? { ...known, ...line } : line, parent: parentId });
    });
    const children = [...new Set([...(replace ? [] : parent.children), ...ids])];
    this.setNode(parentId, { children });
  }

  /** Replaces one line by what `change` makes of it. */
  updateLine(id: string, change: (line: L) => L): void {
    const stored = this.#lines.get(id);
    if (!stored) return;
    const line = change(stored.line);
    if (line === stored.line) return;
    this.#lines.set(id, { ...stored, line });
    this.#changed();
  }

  updateGroup(id: string, change: (group: G) => G): void {
    const node = this.#nodes.get(id);
    if (!node?.group) return;
    this.setNode(id, { group: change(node.group) });
  }

  /** Ids of the groups above a node or a line, nearest first, root left out. */
  ancestors(id: string): string[] {
    const found: string[] = [];
    let at = this.#nodes.get(id)?.parent ?? this.#lines.get(id)?.parent ?? null;
    while (at !== null && at !== ROOT_ID) {
      found.push(at);
      at = this.#nodes.get(at)?.parent ?? null;
    }
    return found;
  }

  /** Drops what a closed group had loaded: it is asked again when it opens. */
  dropChildren(id: string): void {
    const node = this.#nodes.get(id);
    if (!node) return;
    this.#forget(node.leaf ? [] : node.children);
    if (node.leaf) for (const line of node.children) this.#lines.delete(line);
    this.setNode(id, { children: [], cursor: null, status: 'idle', error: null, more: 'idle' });
  }

  #forget(ids: readonly string[]): void {
    for (const id of ids) {
      const node = this.#nodes.get(id);
      if (!node) continue;
      if (node.leaf) for (const line of node.children) this.#lines.delete(line);
      else this.#forget(node.children);
      this.#nodes.delete(id);
    }
  }

  #changed(): void {
    this.#cachedRows = null;
    if (this.#depthOfBatch > 0) this.#dirty = true;
    else this.#notify();
  }

  #notify(): void {
    this.#dirty = false;
    for (const listener of this.#listeners) listener();
  }
}
