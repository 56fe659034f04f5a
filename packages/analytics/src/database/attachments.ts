import type { Database } from './database.ts';
import { quoteIdentifier, quoteText } from './sql.ts';

interface Attached {
  alias: string;
  users: number;
}

/** Files attached to each database. DuckDB attaches a file once: those who open it again share it. */
const attached = new WeakMap<
  Database,
  { files: Map<string, Attached>; turn: Promise<unknown>; count: number }
>();

function stateOf(database: Database) {
  const known = attached.get(database) ?? {
    files: new Map<string, Attached>(),
    turn: Promise.resolve(),
    count: 0,
  };
  attached.set(database, known);
  return known;
}

/** One attachment or detachment after the other. */
function inTurn<T>(database: Database, work: () => Promise<T>): Promise<T> {
  const state = stateOf(database);
  const result = state.turn.then(work);
  state.turn = result.catch(() => {});
  return result;
}

/** Attaches a DuckDB file read-only; the quoted name of its schema. */
export function attachFile(database: Database, path: string): Promise<string> {
  return inTurn(database, async () => {
    const state = stateOf(database);
    const known = state.files.get(path);
    if (known) {
      known.users += 1;
      return known.alias;
    }
    state.count += 1;
    const alias = quoteIdentifier(`file_${state.count}`);
    await database.run(`ATTACH ${quoteText(path)} AS ${alias} (READ_ONLY)`);
    state.files.set(path, { alias, users: 1 });
    return alias;
  });
}

/** Gives a file back; the last to do so detaches it. */
export function detachFile(database: Database, path: string): Promise<void> {
  return inTurn(database, async () => {
    const { files } = stateOf(database);
    const known = files.get(path);
    if (!known) return;
    known.users -= 1;
    if (known.users > 0) return;
    files.delete(path);
    await database.run(`DETACH ${known.alias}`);
  });
}
