// A tree of which little is loaded (docs/mechanisms/tree-loader.md). Who takes part:
//   TreeSource    where the rows come from: pages, levels, slow figures
//   TreeStore     nodes and lines by key; flatten.ts makes the visible rows of them
//   TreeLoader    opens, closes, pages and refreshes the store from the source
//   SightLoader   loads the open groups that come into sight, several in one request

import { SightLoader } from './tree-sight.ts';
import { TreeStore } from './tree-store.ts';
import { type ChildrenPage, type LoaderOptions, ROOT_ID, type TreeNode, type TreeSource } from './types.ts';

/** Nodes of a refresh or of an opening that load at the same time. */
const CONCURRENCY = 4;
/** Lines whose slow figures are asked together. */
const LAZY_BATCH = 90;

/** Opens, closes, pages and refreshes a TreeStore from its source. */
export class TreeLoader<G, L> {
  readonly store: TreeStore<G, L>;
  readonly #source: TreeSource<G, L>;
  readonly #options: LoaderOptions;
  #aborter = new AbortController();
  readonly #sight: SightLoader<G, L>;

  constructor(source: TreeSource<G, L>, options: LoaderOptions) {
    this.store = new TreeStore(source);
    this.#source = source;
    this.#options = options;
    this.#sight = new SightLoader(this.store, {
      loadPages:
        source.loadPages &&
        ((groups) => source.loadPages?.(groups, this.#aborter.signal) ?? Promise.reject()),
      load: (id) => this.#load(id),
      onLoaded: (lines) => void this.#enrich(lines),
      failure: (error) => (this.#failed(error) ? options.describeError(error) : null),
    });
  }

  /**
   * First load of the root. Groups that `open` has are opened again: one request per level that has
   * some; their lines come when they are looked at.
   */
  async start(open: { has: (id: string) => boolean } = new Set<string>()): Promise<void> {
    await this.#load(ROOT_ID);
    for (let depth = 0; depth < this.#source.levels; depth += 1) {
      const found = [...this.store.allNodes()].filter((node) => node.depth === depth && open.has(node.id));
      if (found.length === 0) break;
      if (depth + 1 < this.#source.levels && !(await this.#loadLevel(depth + 1))) break;
      this.store.batch(() => {
        for (const { id } of found) this.store.setNode(id, { open: true });
      });
    }
    this.store.setStatus('loaded');
  }

  /** Ids of the open groups, to open them again in another tree. */
  openIds(): Set<string> {
    return new Set(
      [...this.store.allNodes()].filter((node) => node.open && node.depth >= 0).map(({ id }) => id),
    );
  }

  /** Stops every request; the loader is not used again. */
  stop(): void {
    this.#aborter.abort();
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
    if (node.status === 'idle' || node.status === 'error') await this.#load(id);
  }

  close(id: string): void {
    this.store.setNode(id, { open: false });
  }

  retry(id: string): Promise<void> {
    const node = this.store.node(id);
    if (node?.more === 'error') return this.loadMore(id);
    return this.#load(id);
  }

  /**
   * Opens every group: one request per level of groups; lines come for the groups that are looked at
   * (see ensureLoaded), never one request per group of the whole tree.
   */
  async openAll(): Promise<void> {
    for (let depth = 1; depth < this.#source.levels; depth += 1) {
      const missing = [...this.store.allNodes()].some(
        (node) => node.depth === depth - 1 && node.status !== 'loaded',
      );
      if (missing && !(await this.#loadLevel(depth))) return;
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
    this.#sight.ask(ids);
  }

  async loadMore(id: string): Promise<void> {
    const node = this.store.node(id);
    if (!node || node.cursor === null || node.more === 'loading') return;
    this.store.setNode(id, { more: 'loading' });
    try {
      const size = node.leaf ? this.#options.line_size : this.#options.group_size;
      await this.#fetchInto(node, node.cursor, size, false);
      this.store.setNode(id, { more: 'idle' });
    } catch (error) {
      if (this.#failed(error))
        this.store.setNode(id, { more: 'error', error: this.#options.describeError(error) });
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
    await this.#reload(ROOT_ID);
    for (let depth = 1; depth < this.#source.levels; depth += 1) {
      const open = [...this.store.allNodes()].some(
        (node) => node.depth === depth - 1 && node.status === 'loaded',
      );
      if (open) await this.#loadLevel(depth);
    }
    const leaves = [...this.store.allNodes()].filter(
      (node) => node.leaf && node.depth >= 0 && node.status === 'loaded',
    );
    for (let index = 0; index < leaves.length; index += CONCURRENCY) {
      await Promise.all(leaves.slice(index, index + CONCURRENCY).map((node) => this.#reload(node.id)));
    }
    this.store.setStatus('loaded');
  }

  /**
   * Reads the groups already shown again (one request per level), and leaves the lines alone. An answer that
   * `stillTrue` denies, since the rows have changed meanwhile, is dropped.
   */
  async refreshGroups(stillTrue: () => boolean = () => true): Promise<void> {
    if (this.#source.levels === 0) return;
    for (let depth = 0; depth < this.#source.levels; depth += 1) {
      const shown = [...this.store.allNodes()].some((node) => node.depth === depth);
      if (!shown) return;
      try {
        const groups = await this.#source.loadLevel(depth, this.#aborter.signal);
        if (!stillTrue()) return;
        this.store.batch(() => {
          // Slow figures already shown stay until their own answer: an edit does not empty them.
          for (const group of groups) {
            this.store.updateGroup(this.#source.groupKey(group), (shown) => ({ ...shown, ...group }));
          }
        });
      } catch (error) {
        this.#failed(error);
        return;
      }
    }
  }

  async #load(id: string): Promise<void> {
    const node = this.store.node(id);
    if (!node || node.status === 'loading') return;
    this.store.setNode(id, { status: 'loading', error: null });
    try {
      const size = node.leaf ? this.#options.line_size : this.#options.group_size;
      await this.#fetchInto(node, null, size, true);
    } catch (error) {
      if (this.#failed(error))
        this.store.setNode(id, { status: 'error', error: this.#options.describeError(error) });
    }
  }

  async #reload(id: string): Promise<void> {
    const node = this.store.node(id);
    if (!node) return;
    const page = node.leaf ? this.#options.line_size : this.#options.group_size;
    try {
      await this.#fetchInto(node, null, Math.max(page, node.children.length), true);
    } catch (error) {
      // The rows shown are kept: only a root that never came says its error.
      if (this.#failed(error) && node.status !== 'loaded') {
        this.store.setNode(id, { status: 'error', error: this.#options.describeError(error) });
      }
    }
  }

  async #loadLevel(depth: number): Promise<boolean> {
    try {
      const groups = await this.#source.loadLevel(depth, this.#aborter.signal);
      const byParent = new Map<string, G[]>();
      for (const group of groups) {
        const parent = this.#source.parentKey(group) ?? ROOT_ID;
        byParent.set(parent, [...(byParent.get(parent) ?? []), group]);
      }
      this.store.batch(() => {
        for (const [parent, children] of byParent) {
          this.store.putGroups(parent, children, true);
          this.store.setNode(parent, { status: 'loaded', cursor: null, error: null });
        }
      });
      void this.#enrichLevel(depth);
      return true;
    } catch (error) {
      this.#failed(error);
      return false;
    }
  }

  async #fetchInto(node: TreeNode<G>, after: string | null, size: number, replace: boolean): Promise<void> {
    const { signal } = this.#aborter;
    const request = { parent: node.group, depth: node.depth + 1, after, size, signal };
    const done = (page: ChildrenPage<unknown>): void => {
      const total = node.depth < 0 ? page.total : node.total;
      this.store.setNode(node.id, { status: 'loaded', error: null, cursor: page.cursor, total });
    };
    if (!node.leaf) {
      const page = await this.#source.loadGroups(request);
      this.store.batch(() => {
        this.store.putGroups(node.id, page.items, replace);
        done(page);
      });
      void this.#enrichLevel(node.depth + 1);
      return;
    }
    const page = await this.#source.loadLines(request);
    this.store.batch(() => {
      this.store.putLines(node.id, page.items, replace);
      done(page);
    });
    void this.#enrich(page.items);
  }

  /** Adds the slow figures when they come; without them the row stands. */
  async #enrich(lines: readonly L[]): Promise<void> {
    if (!this.#source.loadLazy || lines.length === 0) return;
    try {
      const figures = await this.#source.loadLazy(lines, this.#aborter.signal);
      this.store.batch(() => {
        for (const [id, more] of figures) this.store.updateLine(id, (line) => ({ ...line, ...more }));
      });
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Figures of the rows already shown, asked again (a column that needs them has appeared). */
  async enrichAll(): Promise<void> {
    const depths = new Set(
      [...this.store.allNodes()].map((node) => node.depth).filter((depth) => depth >= 0),
    );
    for (const depth of depths) void this.#enrichLevel(depth);
    const lines = [...this.store.allLines()].map(([, { line }]) => line);
    for (let index = 0; index < lines.length; index += LAZY_BATCH) {
      await this.#enrich(lines.slice(index, index + LAZY_BATCH));
    }
  }

  async #enrichLevel(depth: number): Promise<void> {
    if (!this.#source.loadLazyLevel) return;
    try {
      const figures = await this.#source.loadLazyLevel(depth, this.#aborter.signal);
      this.store.batch(() => {
        for (const [id, more] of figures) this.store.updateGroup(id, (group) => ({ ...group, ...more }));
      });
    } catch (error) {
      this.#failed(error);
    }
  }

  /** True when the failure is to be shown: a stopped loader says nothing. */
  #failed(error: unknown): boolean {
    if (this.#aborter.signal.aborted) return false;
    this.#options.onError?.(error);
    return true;
  }
}
