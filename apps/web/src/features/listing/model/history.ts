import { createStore, type Store } from '../../../lib/store.ts';

/** Something done that can be undone: `run` does it (again), `revert` undoes it. */
export interface Command {
  label: string;
  run: () => void | Promise<void>;
  revert: () => void | Promise<void>;
}

export interface HistoryState {
  done: readonly Command[];
  undone: readonly Command[];
}

const LIMIT = 200;

/** What was done in this session, to undo and redo; a new deed forgets what was undone. */
export class History {
  readonly state: Store<HistoryState> = createStore<HistoryState>({ done: [], undone: [] });

  async do(command: Command): Promise<void> {
    this.add(command);
    await command.run();
  }

  /** Remembers something that is done already. */
  add(command: Command): void {
    this.state.set(({ done }) => ({ done: [...done, command].slice(-LIMIT), undone: [] }));
  }

  async undo(): Promise<void> {
    const command = this.state.get().done.at(-1);
    if (!command) return;
    this.state.set(({ done, undone }) => ({ done: done.slice(0, -1), undone: [...undone, command] }));
    await command.revert();
  }

  async redo(): Promise<void> {
    const command = this.state.get().undone.at(-1);
    if (!command) return;
    this.state.set(({ done, undone }) => ({ done: [...done, command], undone: undone.slice(0, -1) }));
    await command.run();
  }

  clear(): void {
    this.state.set(() => ({ done: [], undone: [] }));
  }
}
