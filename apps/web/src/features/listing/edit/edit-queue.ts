import { type DecisionName, type DiscountEdit, isEditEqual } from '@palier/domain';
import { createStore, type Store } from '../../../lib/store.ts';
import type { Line } from '../rows/row.ts';

/** What is sent for one line, and the version it was decided on. */
export interface PendingEdit {
  edit: DiscountEdit;
  /** The values that the edit replaces: what a rollback gives back. */
  former: DiscountEdit;
  version?: number;
}

/** Two people changed the same line: the values of both. */
export interface EditConflict {
  line_id: string;
  mine: DiscountEdit;
  theirs: DiscountEdit;
  their_version?: number;
  their_name?: string | null;
}

export interface QueueState {
  /** sending: a request is under way; offline: the connection is lost, edits wait. */
  status: 'saved' | 'sending' | 'offline';
  /** Lines not yet acknowledged. */
  unsent: number;
  conflicts: readonly EditConflict[];
}

/** A line's decision on the server once an edit is saved. */
export type SavedDecision = Partial<Pick<Line, DecisionName | 'discount_pct' | 'discount_kind'>>;

export type SendOutcome =
  | {
      status: 'saved';
      versions?: Readonly<Record<string, number>>;
      decisions?: Readonly<Record<string, SavedDecision>>;
    }
  | { status: 'offline' }
  | { status: 'conflict'; conflicts: readonly EditConflict[] }
  | { status: 'refused' };

export interface QueueOptions {
  send: (edits: Readonly<Record<string, PendingEdit>>) => Promise<SendOutcome>;
  /** Gives the lines of a refused request their former values back. */
  rollback: (edits: Readonly<Record<string, DiscountEdit>>) => void;
  /** Called after the rollback of lines that the server refused. */
  onRefused?: (ids: readonly string[]) => void;
  /** Called once lines are acknowledged. */
  onSaved: (
    ids: readonly string[],
    versions: Readonly<Record<string, number>>,
    decisions: Readonly<Record<string, SavedDecision>>,
  ) => void;
  /** Keeps what is not yet sent, so that a reload loses nothing. */
  keep: (edits: Readonly<Record<string, PendingEdit>>) => void;
  /** Time before another try once the connection was lost, ms. */
  retry_after?: number;
}

/** Two edits of a line as one: the later values, over the values that were there before both. */
function together(first: PendingEdit, later: PendingEdit): PendingEdit {
  return {
    edit: { ...first.edit, ...later.edit },
    former: { ...later.former, ...first.former },
    version: first.version,
  };
}

/**
 * Edits on their way to the server: one request at a time, in order, those made meanwhile together in
 * the next. A refusal gives back only the fields that no later edit has changed.
 */
export class EditQueue {
  readonly state: Store<QueueState> = createStore<QueueState>({ status: 'saved', unsent: 0, conflicts: [] });
  #waiting = new Map<string, PendingEdit>();
  #sent = new Map<string, PendingEdit>();
  readonly #options: QueueOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The request under way. */
  #sending: Promise<void> = Promise.resolve();
  #givenUp = false;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  /** The edit that a line still waits for, over what the server says of it. */
  pendingEdit(id: string): DiscountEdit | undefined {
    const edit = { ...this.#sent.get(id)?.edit, ...this.#waiting.get(id)?.edit };
    return Object.keys(edit).length > 0 ? edit : undefined;
  }

  /** The stored values that the edit of a line replaces, as far as it changes them. */
  formerEdit(id: string): DiscountEdit | undefined {
    const former = { ...this.#waiting.get(id)?.former, ...this.#sent.get(id)?.former };
    return Object.keys(former).length > 0 ? former : undefined;
  }

  /** Adds edits; those that bring a waiting line back to its stored values are dropped. */
  push(edits: Readonly<Record<string, PendingEdit>>): void {
    for (const [id, next] of Object.entries(edits)) {
      const known = this.#waiting.get(id);
      const whole = known ? together(known, next) : next;
      if (!this.#sent.has(id) && isEditEqual(whole.edit, whole.former)) this.#waiting.delete(id);
      else this.#waiting.set(id, whole);
    }
    this.#changed();
    // Edits of one gesture (a paste, a fill) leave in one request.
    queueMicrotask(() => void this.flush());
  }

  /** Sends what waits; does nothing while a request is under way. */
  flush(): Promise<void> {
    if (this.#sent.size > 0 || this.#waiting.size === 0) return Promise.resolve();
    this.#sending = this.#send();
    return this.#sending;
  }

  /** Waits for the answer of all that was edited; false: it cannot be sent at this moment. */
  async settled(): Promise<boolean> {
    await this.#sending;
    while (this.#sent.size > 0 || this.#waiting.size > 0) {
      await (this.#sent.size > 0 ? this.#sending : this.flush());
      if (this.state.get().status === 'offline') return false;
    }
    return true;
  }

  async #send(): Promise<void> {
    clearTimeout(this.#timer);
    this.#sent = this.#waiting;
    this.#waiting = new Map();
    // A new try on a lost connection is not yet a connection: the user still reads that it is lost.
    this.#changed(this.state.get().status === 'offline' ? 'offline' : 'sending');
    const batch = Object.fromEntries(this.#sent);
    const outcome = await this.#options.send(batch);
    this.#settle(batch, outcome);
  }

  /** Gives up everything not yet sent, and gives the lines their former values back; a try under way is its last. */
  clear(): void {
    this.#givenUp = this.#sent.size > 0;
    const former = Object.fromEntries([...this.#waiting].map(([id, pending]) => [id, pending.former]));
    this.#waiting.clear();
    this.#options.rollback(former);
    this.state.set((state) => ({ ...state, conflicts: [] }));
    this.#changed();
  }

  /** Ends a conflict: my value is sent again over theirs, or theirs is taken. */
  resolve(lineId: string, keep: 'mine' | 'theirs'): void {
    const conflict = this.state.get().conflicts.find(({ line_id }) => line_id === lineId);
    this.state.set((state) => ({
      ...state,
      conflicts: state.conflicts.filter((other) => other !== conflict),
    }));
    if (!conflict) return;
    if (keep === 'theirs') this.#options.rollback({ [lineId]: conflict.theirs });
    else
      this.push({
        [lineId]: { edit: conflict.mine, former: conflict.theirs, version: conflict.their_version },
      });
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #settle(batch: Readonly<Record<string, PendingEdit>>, outcome: SendOutcome): void {
    this.#sent = new Map();
    const givenUp = this.#givenUp;
    this.#givenUp = false;
    if (outcome.status === 'offline' && givenUp) {
      this.#options.rollback(this.#formerOf(batch));
      this.#changed(this.#waiting.size > 0 ? 'offline' : 'saved');
      return;
    }
    if (outcome.status === 'offline') {
      for (const [id, pending] of Object.entries(batch)) this.#sendAgain(id, pending);
      this.#changed('offline');
      this.#timer = setTimeout(() => void this.flush(), this.#options.retry_after ?? 5000);
      return;
    }
    if (outcome.status === 'saved') {
      const versions = outcome.versions ?? {};
      // What was edited meanwhile was decided on my own value: it must not conflict with it.
      for (const [id, pending] of this.#waiting) {
        const version = versions[id];
        if (version !== undefined) this.#waiting.set(id, { ...pending, version });
      }
      this.#options.onSaved(Object.keys(batch), versions, outcome.decisions ?? {});
    }
    if (outcome.status === 'refused') {
      this.#options.rollback(this.#formerOf(batch));
      this.#options.onRefused?.(Object.keys(batch));
    }
    if (outcome.status === 'conflict') this.#keepConflicts(batch, outcome.conflicts);
    this.#changed(this.#waiting.size > 0 ? 'sending' : 'saved');
    void this.flush();
  }

  #keepConflicts(batch: Readonly<Record<string, PendingEdit>>, conflicts: readonly EditConflict[]): void {
    this.state.set((state) => ({ ...state, conflicts: [...state.conflicts, ...conflicts] }));
    const refused = new Set(conflicts.map(({ line_id }) => line_id));
    // A 409 refuses the whole request: the lines without a conflict leave again.
    for (const [id, pending] of Object.entries(batch)) if (!refused.has(id)) this.#sendAgain(id, pending);
  }

  /** What could not be sent waits again; what was edited since wins over it. */
  #sendAgain(id: string, pending: PendingEdit): void {
    const later = this.#waiting.get(id);
    this.#waiting.set(id, later ? together(pending, later) : pending);
  }

  #formerOf(batch: Readonly<Record<string, PendingEdit>>): Record<string, DiscountEdit> {
    return Object.fromEntries(
      Object.entries(batch).map(([id, { former }]) => {
        const later = this.#waiting.get(id)?.edit ?? {};
        return [id, Object.fromEntries(Object.entries(former).filter(([field]) => !(field in later)))];
      }),
    );
  }

  #changed(status?: QueueState['status']): void {
    const kept = new Map(this.#sent);
    for (const [id, later] of this.#waiting) {
      const first = kept.get(id);
      kept.set(id, first ? together(first, later) : later);
    }
    const unsent = kept.size;
    this.#options.keep(Object.fromEntries(kept));
    this.state.set((state) => ({
      ...state,
      unsent,
      status: status ?? (this.#sent.size > 0 ? 'sending' : unsent === 0 ? 'saved' : state.status),
    }));
  }
}
