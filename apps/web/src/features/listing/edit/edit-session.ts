// An edit, from the key to the acknowledgement (docs/mechanisms/edit-session.md). Who takes part:
//   EditSession   one user's edits on one project: the only one that changes the rows shown
//   EditQueue     edits on their way to the server: waiting, then sent, one request at a time
//   ReviewedVersions   the version that a review gave a line, so that one does not conflict with oneself
//   History       what was done, to undo and redo; one command for one gesture
//   Checkpoint    the figures kept from before the edits
//   effect.ts     pure: what an edit does to a line, its groups and the total
//   TreeStore     the rows shown, outside React
//   use-edit-session.ts   sends by the typed client, keeps what is unsent in the browser

import {
  type DiscountEdit,
  discountFault,
  EDIT_FAULT_MESSAGES,
  editedValues,
  formerValues,
  isEditEqual,
  losesReview,
} from '@palier/domain';
import { ApiError } from '../../../lib/api/errors.ts';
import { createStore, type Store } from '../../../lib/store.ts';
import type { TreeLoader } from '../../../ui/grid/tree-loader.ts';
import type { Group, Line } from '../rows/row.ts';
import { type Baseline, Checkpoint, withoutBefore } from './checkpoint.ts';
import { NO_DELTA, stampOf, toChange } from './edit-changes.ts';
import { EditQueue, type PendingEdit, type SendOutcome } from './edit-queue.ts';
import { changeGroup, changeLine, type LineChange, type RowDelta } from './effect.ts';
import { type Command, History } from './history.ts';
import { ReviewedVersions } from './reviewed-versions.ts';

export interface SessionOptions {
  levels: readonly number[];
  /** Whether the project has optimisations at this moment: a goal given in the listing is the first of them. */
  hasOptimizations: () => boolean;
  /** Who edits: a review that an edit takes says so at once. */
  userName?: string;
  send: (edits: Readonly<Record<string, PendingEdit>>) => Promise<SendOutcome>;
  keep: (edits: Readonly<Record<string, PendingEdit>>) => void;
  /** Called when the server has taken edits: figures of groups and the total are then read again. */
  onSaved: () => void;
  /** Says why something could not be done, undone or redone. */
  onFailure?: (error: unknown) => void;
}

const UNSENT_EDITS =
  'Vos dernières modifications attendent la connexion\u202f: réessayez quand elles seront enregistrées.';

/** What is wrong with a refused choice, to be said to the user. */
export interface Refusal {
  pct: number | null;
  line: Line;
  message: string;
}

/**
 * The edits of one user on one project while the screen is open: applied at once to the rows, their
 * groups and the total, sent by the queue, given back on failure, undone and redone.
 */
export class EditSession {
  readonly queue: EditQueue;
  readonly history: History;
  /** Figures of the whole listing. */
  readonly total: Store<Group | null> = createStore<Group | null>(null);
  /** Grows with every change made here: figures asked before one and read after it may lack it. */
  edition = 0;
  readonly #options: SessionOptions;
  #tree: TreeLoader<Group, Line> | null = null;
  readonly #checkpoint = new Checkpoint();
  /** What is sent, one request after the other. */
  #turn: Promise<unknown> = Promise.resolve();
  readonly #reviewed = new ReviewedVersions();
  /** The command that each line not yet acknowledged was last changed by. */
  readonly #commands = new Map<string, Command>();

  constructor(options: SessionOptions) {
    this.#options = options;
    this.history = new History(options.onFailure);
    this.queue = new EditQueue({
      send: (edits) => this.#inTurn(() => options.send(this.#reviewed.bringUpToDate(edits))),
      keep: options.keep,
      rollback: (edits) => this.patch(edits),
      onRefused: (ids) => {
        for (const command of new Set(ids.flatMap((id) => this.#commands.get(id) ?? [])))
          this.history.refused(command);
        for (const id of ids) this.#commands.delete(id);
      },
      onSaved: (ids, versions, decisions) => {
        for (const id of ids) if (!this.queue.pendingEdit(id)) this.#commands.delete(id);
        this.#tree?.store.batch(() => {
          for (const id of ids) {
            const version = versions[id];
            if (version === undefined) continue;
            // What was edited meanwhile stays; otherwise the row takes the server’s values, not a guess.
            const stored = this.queue.pendingEdit(id) ? stampOf(decisions[id]) : decisions[id];
            this.#tree?.store.updateLine(id, (line) => ({ ...line, ...stored, version }));
          }
        });
        options.onSaved();
      },
    });
  }

  /** Works on another tree (another filter, another grouping). Group figures before are those of a filter. */
  attach(tree: TreeLoader<Group, Line>, sameSelection: boolean): void {
    this.#tree = tree;
    if (!sameSelection) this.#checkpoint.forgetSelection();
  }

  /** A line from the server with what this session knows over it. */
  readonly decorateLine = (line: Line): Line => {
    const pending = this.queue.pendingEdit(line._id);
    const known = this.#checkpoint.overLine(line);
    return pending
      ? changeLine(known, toChange(pending), this.#options.hasOptimizations(), this.#options.userName).line
      : known;
  };

  readonly decorateGroup = (group: Group): Group => this.#checkpoint.overGroup(group);

  setTotal(total: Group): void {
    this.total.set((shown) => {
      // Of no line there is no figure: none of the former selection's may stay, before or after.
      if (total.discount_count === 0) return total;
      // The slow figures shown stay until theirs come; the figures before are this selection's or none.
      return this.#checkpoint.overTotal(withoutBefore({ ...shown, ...total }));
    });
  }

  /** Takes the figures of the checkpoint, over those that this session has kept aside. */
  setBaseline(baseline: Baseline): void {
    this.#checkpoint.baseline = baseline;
    this.#tree?.store.batch(() => {
      for (const { id, group } of [...(this.#tree?.store.allNodes() ?? [])])
        if (group && baseline(group.keys)) this.#tree?.store.updateGroup(id, this.decorateGroup);
    });
    if (baseline([])) this.total.set((total) => total && this.#checkpoint.overTotal(total));
  }

  /** Why a discount may not be given to a line; null when it may. */
  refusal(line: Line, pct: number | null): Refusal | null {
    const fault = discountFault(pct, line, this.#options.levels);
    return fault ? { line, pct, message: EDIT_FAULT_MESSAGES[fault] } : null;
  }

  /**
   * Changes discounts or inclusion of lines in sight: shown at once, sent, undoable as one command. Equal
   * values are left out; refused ones are returned, the others are done.
   */
  edit(edits: Readonly<Record<string, DiscountEdit>>, label: string): Refusal[] {
    const refusals: Refusal[] = [];
    const after: Record<string, DiscountEdit> = {};
    const former: Record<string, DiscountEdit> = {};
    for (const [id, edit] of Object.entries(edits)) {
      const line = this.#tree?.store.line(id)?.line;
      if (!line || isEditEqual(edit, line)) continue;
      const refusal =
        edit.discount_pct_user === undefined ? null : this.refusal(line, edit.discount_pct_user);
      if (refusal) {
        refusals.push(refusal);
        continue;
      }
      after[id] = edit;
      former[id] = formerValues(line, edit);
      // Undone, the edit gives back the review that it takes.
      if (losesReview(line, { ...line, ...toChange(edit) })) former[id].gives_review_back = true;
    }
    if (Object.keys(after).length > 0) {
      const command: Command = {
        label,
        run: () => this.#put(after, former, command),
        revert: () => this.#put(former, after, command),
      };
      void this.history.do(command);
    }
    return refusals;
  }

  /** Edits that a reload interrupted are shown and sent again. */
  restore(edits: Readonly<Record<string, PendingEdit>>): void {
    if (Object.keys(edits).length > 0) this.queue.push(edits);
  }

  /** Changes lines in place with their effect on groups and total, without sending anything. */
  patch(changes: Readonly<Record<string, LineChange | DiscountEdit>>): void {
    const tree = this.#tree;
    if (!tree) return;
    this.edition += 1;
    let total = this.total.get();
    tree.store.batch(() => {
      for (const [id, change] of Object.entries(changes)) {
        const stored = tree.store.line(id);
        if (!stored || Object.keys(change).length === 0) continue;
        const { line, delta } = changeLine(
          stored.line,
          toChange(change),
          this.#options.hasOptimizations(),
          this.#options.userName,
        );
        this.#checkpoint.keepLine(line);
        tree.store.updateLine(id, () => line);
        for (const ancestor of tree.store.ancestors(id))
          tree.store.updateGroup(ancestor, (group) => this.#moved(group, delta));
        total = total && this.#movedTotal(total, delta);
      }
    });
    this.total.set(() => total);
  }

  /** Replaces lines by what the server now says of them; their groups are read again apart. */
  replace(lines: readonly Line[]): void {
    this.#tree?.store.batch(() => {
      for (const line of lines) {
        this.#tree?.store.updateLine(line._id, (shown) => this.decorateLine({ ...shown, ...line }));
      }
    });
  }

  /** The version of each line shown. */
  versions(): Map<string, number> {
    const lines = [...(this.#tree?.store.allLines() ?? [])];
    return new Map(
      lines.flatMap(([id, { line }]) => (line.version === undefined ? [] : [[id, line.version]])),
    );
  }

  /** Marks the lines shown whose version has grown since as changed by somebody. */
  markChanged(known: ReadonlyMap<string, number>, by: NonNullable<Line['changed_by']>): void {
    const changed = [...this.versions()].filter(([id, version]) => version > (known.get(id) ?? version));
    this.#tree?.store.batch(() => {
      for (const [id] of changed) this.#tree?.store.updateLine(id, (line) => ({ ...line, changed_by: by }));
    });
  }

  /**
   * Sends a review in turn with the edits: a review is of the discount seen, so it comes after the edits made before it
   * and before those made after. The version that it gives the line is that of the edits to come: one does not conflict
   * with oneself.
   */
  review(send: () => Promise<Line>): Promise<void> {
    return this.#inTurn(async () => {
      const { _id, version, ...stored } = await send();
      const shown = this.#tree?.store.line(_id)?.line;
      // Changed by somebody else meanwhile: the version stays behind, so that an edit says it.
      const seen = { ...shown, ...this.queue.formerEdit(_id) };
      if (version === undefined || !shown || !isEditEqual(editedValues(stored), seen)) return;
      this.#reviewed.keep(_id, version);
      this.#tree?.store.updateLine(_id, (line) => ({
        ...line,
        version: Math.max(version, line.version ?? 0),
      }));
    });
  }

  /**
   * Does an act on many lines in turn with the edits: after those made before it, whose answers say what it has seen.
   * @throws while edits wait for the connection: sent after it, they would be of lines as they were before
   */
  async act<T>(send: () => Promise<T>): Promise<T> {
    if (!(await this.queue.settled())) throw new ApiError(UNSENT_EDITS, 0, 'network');
    return this.#inTurn(send);
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  /** Whether an edit waits for the server. */
  isSending(): boolean {
    return this.queue.state.get().unsent > 0;
  }

  /** Measures the effect of edits from now on. */
  checkpoint(): void {
    this.#checkpoint.clear();
    this.history.clear();
    this.#tree?.store.batch(() => {
      for (const [id, { line }] of [...(this.#tree?.store.allLines() ?? [])]) {
        if (line.before) this.#tree?.store.updateLine(id, withoutBefore);
      }
      for (const node of [...(this.#tree?.store.allNodes() ?? [])]) {
        if (node.group?.before) this.#tree?.store.updateGroup(node.id, withoutBefore);
      }
    });
    this.total.set((total) => total && withoutBefore(total));
  }

  /** Keeps the present figures of groups and total aside before an edit of a whole selection. */
  markBefore(ids: readonly string[]): void {
    this.#tree?.store.batch(() => {
      for (const id of ids) this.#tree?.store.updateGroup(id, (group) => this.#moved(group, NO_DELTA));
    });
    this.total.set((total) => total && this.#movedTotal(total, NO_DELTA));
  }

  stop(): void {
    this.queue.stop();
  }

  #moved(group: Group, delta: RowDelta): Group {
    const changed = changeGroup(group, delta);
    this.#checkpoint.keepGroup(changed);
    return changed;
  }

  #movedTotal(total: Group, delta: RowDelta): Group {
    const changed = changeGroup(total, delta);
    this.#checkpoint.keepTotal(changed);
    return changed;
  }

  #put(
    edits: Readonly<Record<string, DiscountEdit>>,
    former: Readonly<Record<string, DiscountEdit>>,
    command: Command,
  ): void {
    const pending: Record<string, PendingEdit> = {};
    for (const [id, edit] of Object.entries(edits)) {
      const version = this.#tree?.store.line(id)?.line.version;
      pending[id] = { edit, former: former[id] ?? {}, version };
      this.#commands.set(id, command);
    }
    this.patch(edits);
    this.queue.push(pending);
  }
}
