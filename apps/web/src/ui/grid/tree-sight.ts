import type { TreeStore } from './tree-store.ts';
import type { ChildrenPage, TreeNode } from './types.ts';

interface SightOptions<G, L> {
  loadPages: ((groups: readonly G[]) => Promise<ReadonlyMap<string, ChildrenPage<L>>>) | undefined;
  load: (id: string) => Promise<void>;
  onLoaded: (lines: readonly L[]) => void;
  /** The sentence to show for a failure; null when it is to be ignored. */
  failure: (error: unknown) => string | null;
}

const CONCURRENCY = 4;
/** What left the screen before its turn is not asked. */
const LONGEST_QUEUE = 24;

/** Loads the open groups that come into sight, several in one request when the source can. */
export class SightLoader<G, L> {
  readonly #store: TreeStore<G, L>;
  readonly #options: SightOptions<G, L>;
  #waiting: string[] = [];
  #running = 0;

  constructor(store: TreeStore<G, L>, options: SightOptions<G, L>) {
    this.#store = store;
    this.#options = options;
  }

  ask(ids: Iterable<string>): void {
    for (const id of ids) {
      if (this.#store.node(id)?.status !== 'idle' || this.#waiting.includes(id)) continue;
      this.#waiting.unshift(id);
    }
    this.#waiting.length = Math.min(this.#waiting.length, LONGEST_QUEUE);
    this.#pump();
  }

  #pump(): void {
    while (this.#running < CONCURRENCY && this.#waiting.length > 0) {
      const ids = this.#options.loadPages ? this.#waiting.splice(0) : this.#waiting.splice(0, 1);
      this.#running += 1;
      void this.#loadTogether(ids).finally(() => {
        this.#running -= 1;
        this.#pump();
      });
    }
  }

  async #loadTogether(ids: readonly string[]): Promise<void> {
    const nodes = ids.flatMap((id) => this.#store.node(id) ?? []).filter((node) => node.status === 'idle');
    const leaves = nodes.filter((node) => node.leaf && node.group !== null);
    if (!this.#options.loadPages || leaves.length < 2) {
      await Promise.all(nodes.map(({ id }) => this.#options.load(id)));
      return;
    }
    const others = nodes.filter((node) => !leaves.includes(node));
    await Promise.all([
      ...others.map(({ id }) => this.#options.load(id)),
      this.#loadLeaves(leaves, this.#options.loadPages),
    ]);
  }

  async #loadLeaves(
    leaves: readonly TreeNode<G>[],
    loadPages: NonNullable<SightOptions<G, L>['loadPages']>,
  ): Promise<void> {
    this.#store.batch(() => {
      for (const { id } of leaves) this.#store.setNode(id, { status: 'loading', error: null });
    });
    try {
      const pages = await loadPages(leaves.map(({ group }) => group as G));
      this.#store.batch(() => {
        for (const { id } of leaves) {
          const page = pages.get(id);
          this.#store.putLines(id, page?.items ?? [], true);
          this.#store.setNode(id, { status: 'loaded', cursor: page?.cursor ?? null });
        }
      });
      this.#options.onLoaded([...pages.values()].flatMap(({ items }) => items));
    } catch (error) {
      const sentence = this.#options.failure(error);
      if (sentence === null) return;
      this.#store.batch(() => {
        for (const { id } of leaves) this.#store.setNode(id, { status: 'error', error: sentence });
      });
    }
  }
}
