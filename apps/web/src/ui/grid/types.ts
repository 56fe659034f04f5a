/** One column of the grid, as the kit needs it: no trade in it. Widths in px. */
export interface GridColumn {
  id: string;
  label: string;
  /** Second line of the header: the unit or the window. */
  hint?: string;
  section: string;
  section_label: string;
  width: number;
  pinned?: 'left' | 'right';
  align?: 'left' | 'right';
  sort_field?: string;
  tooltip?: string;
  /** A colour that stands before its label, as in the chart beside the grid. */
  mark?: string;
  /** The column may not be dragged elsewhere. */
  locked?: boolean;
}

/**
 * Id of the root among the ids of groups. The control character keeps it apart from every key of a source, the empty
 * text included: that is the key of a group whose value is missing.
 */
export const ROOT_ID = '\u0000';

/** What a level of the tree contains: groups, or the lines of a last-level group. */
export interface ChildrenRequest<G> {
  parent: G | null;
  depth: number;
  after: string | null;
  size: number;
  signal: AbortSignal;
}

export interface ChildrenPage<T> {
  items: T[];
  cursor: string | null;
  /** Number of lines under the parent, however many the page has. */
  total: number;
}

/**
 * Where a tree comes from. `levels` is the number of grouping levels: 0 is a flat list of lines.
 * Keys of groups are unique in the whole tree (ancestors included), keys of lines too; the empty text is a key, ROOT_ID is none.
 */
export interface TreeSource<G, L> {
  levels: number;
  loadGroups: (request: ChildrenRequest<G>) => Promise<ChildrenPage<G>>;
  loadLines: (request: ChildrenRequest<G>) => Promise<ChildrenPage<L>>;
  /** Every group of one level under every parent, in one request (open all, refresh). */
  loadLevel: (depth: number, signal: AbortSignal) => Promise<G[]>;
  /** The first page of lines of several groups in one request. */
  loadPages?: (groups: readonly G[], signal: AbortSignal) => Promise<ReadonlyMap<string, ChildrenPage<L>>>;
  /** Figures asked for apart because they are slow: they are merged when they come. */
  loadLazy?: (lines: readonly L[], signal: AbortSignal) => Promise<ReadonlyMap<string, Partial<L>>>;
  /** The same for every group of one level. */
  loadLazyLevel?: (depth: number, signal: AbortSignal) => Promise<ReadonlyMap<string, Partial<G>>>;
  groupKey: (group: G) => string;
  parentKey: (group: G) => string | null;
  groupCount: (group: G) => number;
  lineKey: (line: L) => string;
}

export type NodeStatus = 'idle' | 'loading' | 'loaded' | 'error';

/** A group of the tree (or its root), replaced by a new object at each change. */
export interface TreeNode<G> {
  id: string;
  /** -1 for the root. */
  depth: number;
  parent: string | null;
  group: G | null;
  open: boolean;
  status: NodeStatus;
  error: string | null;
  /** Keys of the loaded children: groups, or lines at the last level. */
  children: readonly string[];
  leaf: boolean;
  cursor: string | null;
  /** Number of lines below. */
  total: number;
  more: 'idle' | 'loading' | 'error';
}

export type GridRow<G, L> =
  | { kind: 'group'; id: string; depth: number; parent: string; node: TreeNode<G> & { group: G } }
  | { kind: 'line'; id: string; depth: number; parent: string; line: L }
  | { kind: 'placeholder'; id: string; depth: number; parent: string }
  | { kind: 'more'; id: string; depth: number; parent: string; node: TreeNode<G> }
  | { kind: 'error'; id: string; depth: number; parent: string; node: TreeNode<G> }
  | { kind: 'empty'; id: string; depth: number; parent: string };

export type RowKind = GridRow<unknown, unknown>['kind'];

/** A cell by its indexes among the visible rows and the visible columns. */
export interface CellPosition {
  row: number;
  column: number;
}

/** A block of cells: where it was started, and where it reaches (the active cell is the anchor). */
export interface GridSelection {
  anchor: CellPosition;
  focus: CellPosition;
}

export interface SortState {
  field: string;
  order: 'asc' | 'desc';
}

/** How a tree is loaded. */
export interface LoaderOptions {
  /** Lines of a page. */
  line_size: number;
  /** Groups of a page. */
  group_size: number;
  /** Turns what was thrown into a sentence. */
  describeError: (error: unknown) => string;
  /** Called when a load fails, for the log. */
  onError?: (error: unknown) => void;
}
