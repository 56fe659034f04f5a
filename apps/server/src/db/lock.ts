import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../config.ts';

/** What a folder that a process has taken has in it; it stays there, empty, when it is given back. */
export const LOCK_FILE = 'palier.lock';

/** What SQLite answers: the file is locked by somebody else; it is no database of its own. */
const SQLITE_BUSY = 5;
const SQLITE_NOTADB = 26;

/**
 * Takes the data folder for this process: an embedded database must not be opened twice. The lock is the system's own
 * (that of an empty SQLite file): it is seen from one container to another, where process numbers mean nothing, and it
 * ends with its process, however that ends. Nothing else of this process may open the file: closing it again would end the lock.
 * @returns a function that gives it back.
 * @throws StartError when another living process has it, or when the folder cannot be written.
 */
export function lockFolder(folder: string): () => void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const lock = lockFile(join(folder, LOCK_FILE));
    return () => lock.close();
  } catch (error) {
    const message = isSqlite(error, SQLITE_BUSY)
      ? `Le dossier de données ${folder} est déjà utilisé par un autre Palier : arrêtez-le ou choisissez un autre dossier avec PALIER_DATA.`
      : `Le dossier de données ${folder} n'est pas accessible en écriture : corrigez ses droits ou choisissez un autre dossier avec PALIER_DATA.`;
    throw new StartError(message, { cause: error });
  }
}

function lockFile(path: string): DatabaseSync {
  try {
    return openExclusively(path);
  } catch (error) {
    if (!isSqlite(error, SQLITE_NOTADB)) throw error;
    rmSync(path); // earlier versions wrote the number of their process
    return openExclusively(path);
  }
}

function openExclusively(path: string): DatabaseSync {
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive'); // no other file beside it
    return lock;
  } catch (error) {
    lock.close();
    throw error;
  }
}

function isSqlite(error: unknown, code: number): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === code;
}
