import type { LiveEvent } from '../../../lib/live/connection.ts';

/** What is to be read again. */
export interface Changed {
  /** More lines than are named, or which ones is not known: all that is shown. */
  everything: boolean;
  /** Who changed more lines than are named; null for several people, or when unknown. */
  by: string | null;
  /** When the last event that asks for everything came (performance.now()). */
  at: number;
  /** Who changed each line named; null when it is me, in another tab. */
  names: ReadonlyMap<string, string | null>;
  /** The versions that the lines named were written by. */
  versions: readonly number[];
}

const SOMEBODY = 'Un collègue';

/** Gathers what the server's events say has changed in a project, until it is read. */
export class LiveChanges {
  readonly #project: string;
  readonly #user: string | null;
  readonly #isShown: (lineId: string, version: number) => boolean;
  #names = new Map<string, string | null>();
  #everything = false;
  #at = 0;
  #authors = new Set<string | null>();
  #versions: number[] = [];

  /** `isShown` says whether this tab shows a line as it became at a version. */
  constructor(
    project: string,
    user: string | null,
    isShown: (lineId: string, version: number) => boolean = () => true,
  ) {
    this.#project = project;
    this.#user = user;
    this.#isShown = isShown;
  }

  /** Whether an event names lines that I changed: in this tab, which its answer then says, or in another. */
  namesMine({ type, data }: LiveEvent): boolean {
    return type === 'discounts' && data.user_id === this.#user && Array.isArray(data.ids);
  }

  /** The version of this project's decisions that an event tells of. */
  versionOf(event: LiveEvent): number | null {
    return this.#versionIn('discounts', event);
  }

  /** The version that they were of when the stream of events opened, where the event says that. */
  openedAt(event: LiveEvent): number | null {
    return this.#versionIn('opened', event);
  }

  #versionIn(wanted: string, { type, data: { project_id, version } }: LiveEvent): number | null {
    return type === wanted && project_id === this.#project && typeof version === 'number' ? version : null;
  }

  /** Takes an event in; false when it says nothing new about the lines shown. */
  add({ type, data }: LiveEvent): boolean {
    // What was missed is not known.
    if (type === 'reconnected') return this.#addEverything(null);
    if (data.project_id !== this.#project) return false;
    // New figures, and maybe other products: an import, a calendar, an undo.
    if (type === 'snapshot' && data.status === 'completed') return this.#addEverything(null);
    if (type !== 'discounts') return false;
    const mine = data.user_id === this.#user;
    const name = typeof data.user_name === 'string' ? data.user_name : SOMEBODY;
    // My own edits of this tab are already shown; those of another, of an optimisation or an import are not.
    if (!Array.isArray(data.ids)) return this.#addEverything(mine ? null : name);
    const ids = data.ids.filter((id) => typeof id === 'string');
    const news = mine ? ids.filter((id) => !this.#isShown(id, Number(data.version))) : ids;
    for (const id of news) this.#names.set(id, mine ? null : name);
    if (news.length > 0) this.#versions.push(Number(data.version));
    return news.length > 0;
  }

  /** What was gathered, which is then forgotten. */
  take(): Changed {
    const names = this.#names;
    const everything = this.#everything;
    const at = this.#at;
    const authors = this.#authors;
    const versions = this.#versions;
    const [by = null] = authors;
    this.#names = new Map();
    this.#everything = false;
    this.#authors = new Set();
    this.#versions = [];
    const everyone = new Set([...authors, ...names.values()]);
    return { everything, by: everyone.size === 1 ? by : null, at, names, versions };
  }

  #addEverything(by: string | null): true {
    this.#everything = true;
    this.#at = performance.now();
    this.#authors.add(by);
    return true;
  }
}
