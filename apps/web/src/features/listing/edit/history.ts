import { ApiError } from '../../../lib/api/errors.ts';
import { createStore, type Store } from '../../../lib/store.ts';

/** Something done that can be undone: `run` does it (again), `revert` undoes it. */
export interface Command {
  label: string;
  run: () => void | Promise<void>;
  revert: () => void | Promise<void>;
}

export type Step = 'do' | 'undo' | 'redo';

export interface HistoryState {
  done: readonly Command[];
  undone: readonly Command[];
}

const LIMIT = 200;

/**
 * What was done in this session, to undo and redo; a new command forgets what was undone. A command that fails
 * comes back to where it can be tried again, and `onFailure` says why; one of which nothing is left to undo is forgotten,
 * or those before it could never be undone.
 */
export class History {
  readonly state: Store<HistoryState> = createStore<HistoryState>({ done: [], undone: [] });
  /** What the server has not answered yet, for the screen to say; null at rest. */
  readonly waiting: Store<{ step: Step; label: string } | null> = createStore<{
    step: Step;
    label: string;
  } | null>(null);
  /** The answer awaited: the next turn waits for it, since the server must be asked in order. */
  #turn: Promise<void> | null = null;
  readonly #onFailure: (error: unknown) => void;

  constructor(onFailure: (error: unknown) => void = () => undefined) {
    this.#onFailure = onFailure;
  }

  async do(command: Command): Promise<void> {
    this.add(command);
    await this.#attempt('do', command, command.run);
  }

  /** Remembers something that is done already. */
  add(command: Command): void {
    this.state.set(({ done }) => ({ done: [...done, command].slice(-LIMIT), undone: [] }));
  }

  async undo(): Promise<void> {
    while (this.#turn) await this.#turn;
    const command = this.state.get().done.at(-1);
    if (!command) return;
    this.state.set(({ done, undone }) => ({ done: done.slice(0, -1), undone: [...undone, command] }));
    await this.#attempt('undo', command, command.revert);
  }

  async redo(): Promise<void> {
    while (this.#turn) await this.#turn;
    const command = this.state.get().undone.at(-1);
    if (!command) return;
    this.state.set(({ done, undone }) => ({ done: [...done, command], undone: undone.slice(0, -1) }));
    await this.#attempt('redo', command, command.run);
  }

  /** What was refused after all goes back: undone, it can be undone again; done, it can be done again. */
  refused(command: Command): void {
    this.state.set(({ done, undone }) => {
      const others = { done: done.filter(not(command)), undone: undone.filter(not(command)) };
      if (undone.includes(command)) return { ...others, done: [...others.done, command] };
      return done.includes(command) ? { ...others, undone: [...others.undone, command] } : others;
    });
  }

  #forget(command: Command): void {
    this.state.set(({ done, undone }) => ({
      done: done.filter(not(command)),
      undone: undone.filter(not(command)),
    }));
  }

  clear(): void {
    this.state.set(() => ({ done: [], undone: [] }));
  }

  async #attempt(step: Step, command: Command, work: () => void | Promise<void>): Promise<void> {
    const answer = work();
    if (!answer) return;
    this.waiting.set(() => ({ step, label: command.label }));
    const turn = answer.catch((error: unknown) => {
      if (step !== 'do' && error instanceof ApiError && error.code === 'conflict') this.#forget(command);
      else this.refused(command);
      this.#onFailure(error);
    });
    this.#turn = turn;
    await turn;
    if (this.#turn !== turn) return;
    this.#turn = null;
    this.waiting.set(() => null);
  }
}

function not(command: Command): (other: Command) => boolean {
  return (other) => other !== command;
}
