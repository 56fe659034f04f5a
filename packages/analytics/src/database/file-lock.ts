import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** What SQLite answers: the file is locked by somebody else; it is no database of its own. */
const SQLITE_BUSY = 5;
const SQLITE_NOTADB = 26;

/** The file is locked by this process or by another. */
export class FileTakenError extends Error {
  override name = 'FileTakenError';
}

/**
 * Takes a file that one process at a time may have. The lock is the system's own (that of an empty SQLite file): it is
 * seen from one container to another, where process numbers mean nothing, and it ends with its process, however that
 * ends. Nothing else of this process may open the file: closing it again would end the lock.
 * @returns a function that gives it back; the file stays.
 * @throws FileTakenError when somebody has it, another error when it cannot be written.
 */
export function takeFile(path: string): () => void {
  try {
    const lock = openExclusively(path);
    return () => lock.close();
  } catch (error) {
    throw isSqlite(error, SQLITE_BUSY) ? new FileTakenError(`${path} is taken`, { cause: error }) : error;
  }
}

function openExclusively(path: string): DatabaseSync {
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive'); // no other file beside it
    return lock;
  } catch (error) {
    lock.close();
    if (!isSqlite(error, SQLITE_NOTADB)) throw error;
    rmSync(path); // of an earlier version, and nobody has it: the lock is asked for before the content is read
    return openExclusively(path);
  }
}

function isSqlite(error: unknown, code: number): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === code;
}
