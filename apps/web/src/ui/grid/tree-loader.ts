import { ROOT_ID, TreeStore } from './tree-store.ts';
import type { ChildrenPage, TreeNode, TreeSource } from './types.ts';

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

/** Nodes of a refresh or of an opening that load at the same time. */
const CONCURRENCY = 4;

/** Opens, closes, pages and refreshes a TreeStore from its source. */
export class TreeLoader<G, L> {
  readonly store: TreeStore<G, L>;
  private readonly source: TreeSource<G, L>;
  private readonly options: LoaderOptions;
  private aborter = new AbortController();
  private readonly waiting: string[] = [];
  private running = 0;

  constructor(source: TreeSource<G, L>, options: LoaderOptions) {
    this.store = new TreeStore(source);
    this.source = source;
    this.options = options;
  }

  /** First load of the root. */
  async start(): Promise<void> {
    await this.load(ROOT_ID);
    this.store.setStatus('loaded');
  }

  /** Stops every request; the loader is not used again. */
  stop(): void {
    this.aborter.abort();
  }

  toggle(id: string): void {
    const node = this.store.node(id);
    if (!node) return;
    if (node.open && node.status !== 'error') this.store.setNode(id, { open: false });
    else void this.open(id);
  }

  async open(id: string): Promise<void> {
    const node = this.store.node(id);
    if (!node) return;
    this.store.setNode(id, { open: true });
    if (node.status === 'idle' || node.status === 'error') await this.load(id);
  }

  close(id: string): void {
    this.store.setNode(id, { open: false });
  }

  retry(id: string): Promise<void> {
    const node = this.store.node(id);
    if (node?.more === 'error') return this.loadMore(id);
    return this.load(id);
  }

  /**
   * Opens every group: one request per level of groups; lines come for the groups that are looked at
   * (see ensureLoaded), never one request per group of the whole tree.
   */
  async openAll(): Promise<void> {
    for (let depth = 1; depth < this.source.levels; depth += 1) {
      const missing = [...this.store.allNodes()].some(
        (node) => node.depth === depth - 1 && node.status !== 'loaded',
      );
      if (missing && !(await this.loadLevel(depth))) return;
    }
    this.store.batch(() => {
      for (const node of this.store.allNodes())
        if (node.depth >= 0) this.store.setNode(node.id, { open: true });
    });
  }

  /** Closes every group and sub-group. */
  closeAll(): void {
    this.store.batch(() => {
      for (const node of this.store.allNodes())
        if (node.depth >= 0) this.store.setNode(node.id, { open: false });
    });
  }

  /** Asks for the children of open groups that come into sight and were never loaded. */
  ensureLoaded(ids: Iterable<string>): void {
    for (const id of ids) {
      const node = this.store.node(id);
      if (node?.status !== 'idle' || this.waiting.includes(id)) continue;
      this.waiting.unshift(id);
    }
    // What left the screen before its turn is not asked.
    this.waiting.length = Math.min(this.waiting.length, 24);
    this.pump();
  }

  async loadMore(id: string): Promise<void> {
    const node = this.store.node(id);
    if (!node || node.cursor === null || node.more === 'loading') return;
    this.store.setNode(id, { more: 'loading' });
    try {
      const size = node.leaf ? this.options.line_size : this.options.group_size;
      await this.fetchInto(node, node.cursor, size, false);
      this.store.setNode(id, { more: 'idle' });
    } catch (error) {
      if (this.failed(error))
        this.store.setNode(id, { more: 'error', error: this.options.describeError(error) });
    }
  }

  /** Loads everything that is open again, as many rows as before, while the rows stay shown. */
  async refresh(): Promise<void> {
    this.store.setStatus('refreshing');
    this.store.batch(() => {
      for (const node of [...this.store.allNodes()]) {
        if (node.depth >= 0 && !node.open && node.status !== 'loading') this.store.dropChildren(node.id);
      }
    });
    await this.reload(ROOT_ID);
    for (let depth = 1; depth < this.source.levels; depth += 1) {
      const open = [...this.store.allNodes()].some(
        (node) => node.depth === depth - 1 && node.status === 'loaded',
      );
      if (open) await this.loadLevel(depth);
    }
    const leaves = [...this.store.allNodes()].filter(
      (node) => node.leaf && node.depth >= 0 && node.status === 'loaded',
    );
    for (let index = 0; index < leaves.length; index += CONCURRENCY) {
      await Promise.all(leaves.slice(index, index + CONCURRENCY).map((node) => this.reload(node.id)));
    }
    this.store.setStatus('loaded');
  }

  /** Reads the groups already shown again (one request per level), and leaves the lines alone. */
  async refreshGroups(): Promise<void> {
    if (this.source.levels === 0) return;
    for (let depth = 0; depth < this.source.levels; depth += 1) {
      const shown = [...this.store.allNodes()].some((node) => node.depth === depth);
      if (!shown) return;
      try {
        const groups = await this.source.loadLevel(depth, this.aborter.signal);
        this.store.batch(() => {
          for (const group of groups) this.store.updateGroup(this.source.groupKey(group), () => group);
        });
      } catch (error) {
        this.failed(error);
        return;
      }
    }
  }

  private async load(id: string): Promise<void> {
    const node = this.store.node(id);
    if (!node || node.status === 'loading') return;
    this.store.setNode(id, { status: 'loading', error: null });
    try {
      const size = node.leaf ? this.options.line_size : this.options.group_size;
      await this.fetchInto(node, null, size, true);
    } catch (error) {
      if (this.failed(error))
        this.store.setNode(id, { status: 'error', error: this.options.describeError(error) });
    }
  }

  private async reload(id: string): Promise<void> {
    const node = this.store.node(id);
    if (!node) return;
    const page = node.leaf ? this.options.line_size : this.options.group_size;
    try {
      await this.fetchInto(node, null, Math.max(page, node.children.length), true);
    } catch (error) {
      // The rows shown are kept: only a root that never came says its error.
      if (this.failed(error) && node.status !== 'loaded') {
        this.store.setNode(id, { status: 'error', error: this.options.describeError(error) });
      }
    }
  }

  private async loadLevel(depth: number): Promise<boolean> {
    try {
      const groups = await this.source.loadLevel(depth, this.aborter.signal);
      const byParent = new Map<string, G[]>();
      for (const group of groups) {
        const parent = this.source.parentKey(group) ?? ROOT_ID;
        byParent.set(parent, [...(byParent.get(parent) ?? []), group]);
      }
      this.store.batch(() => {
        for (const [parent, children] of byParent) {
          this.store.putGroups(parent, children, true);
          this.store.setNode(parent, { status: 'loaded', cursor: null, error: null });
        }
      });
      return true;
    } catch (error) {
      this.failed(error);
      return false;
    }
  }

  private async fetchInto(
    node: TreeNode<G>,
    after: string | null,
    size: number,
    replace: boolean,
  ): Promise<void> {
    const { signal } = this.aborter;
    const request = { parent: node.group, depth: node.depth + 1, after, size, signal };
    const done = (page: ChildrenPage<unknown>): void => {
      const total = node.depth < 0 ? page.total : node.total;
      this.store.setNode(node.id, { status: 'loaded', error: null, cursor: page.cursor, total });
    };
    if (!node.leaf) {
      const page = await this.source.loadGroups(request);
      this.store.batch(() => {
        this.store.putGroups(node.id, page.items, replace);
        done(page);
      });
      return;
    }
    const page = await this.source.loadLines(request);
    this.store.batch(() => {
      this.store.putLines(node.id, page.items, replace);
      done(page);
    });
    void this.enrich(page.items);
  }

  /** Adds the slow figures when they come; without them the row stands. */
  private async enrich(lines: readonly L[]): Promise<void> {
    if (!this.source.loadLazy || lines.length === 0) return;
    try {
      const figures = await this.source.loadLazy(lines, this.aborter.signal);
      this.store.batch(() => {
        for (const [id, more] of figures) this.store.updateLine(id, (line) => ({ ...line, ...more }));
      });
    } catch (error) {
      this.failed(error);
    }
  }

  private pump(): void {
    while (this.running < CONCURRENCY && this.waiting.length > 0) {
      const id = this.waiting.shift() as string;
      this.running += 1;
      void this.load(id).finally(() => {
        this.running -= 1;
        this.pump();
      });
    }
  }

  /** True when the failure is to be shown: a stopped loader says nothing. */
  private failed(error: unknown): boolean {
    if (this.aborter.signal.aborted) return false;
    this.options.onError?.(error);
    return true;
  }
}
