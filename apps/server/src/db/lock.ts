import { closeSync, mkdirSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../config.ts';
import { codeOf } from './faults.ts';

/** What a folder that a process has taken has in it. */
export const LOCK_FILE = 'palier.lock';

/**
 * Takes the data folder for this process: an embedded database must not be opened twice.
 * @returns a function that gives it back.
 * @throws StartError when another living process has it, or when the folder cannot be written.
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, LOCK_FILE);
  const me = identity(process.pid);
  for (let attempt = 0; attempt < 3; attempt++) {
    const descriptor = openLock(folder, path);
    if (descriptor !== null) {
      writeSync(descriptor, me);
      closeSync(descriptor);
      return () => removeOwn(path, me);
    }
    const holder = readLock(path);
    const [pid = ''] = holder.split(' ');
    if (holder !== '' && identity(Number(pid)) === holder) {
      throw new StartError(
        `Le dossier de données ${folder} est déjà utilisé par un autre Palier (processus ${pid}) : arrêtez-le ou choisissez un autre dossier avec PALIER_DATA.`,
      );
    }
    removeOwn(path, holder);
  }
  throw new StartError(`Le dossier de données ${folder} ne peut pas être réservé.`);
}

function openLock(folder: string, path: string): number | null {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return openSync(path, 'wx', 0o600);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') {
      if (isFile(path)) return null;
    }
    throw new StartError(
      `Le dossier de données ${folder} n'est pas accessible en écriture : corrigez ses droits ou choisissez un autre dossier avec PALIER_DATA.`,
      { cause: error },
    );
  }
}

function isFile(path: string): boolean {
  try {
    readFileSync(path);
    return true;
  } catch (error) {
    return codeOf(error) === 'ENOENT';
  }
}

function readLock(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function removeOwn(path: string, content: string): void {
  try {
    if (readFileSync(path, 'utf8') === content) unlinkSync(path);
  } catch {
    // already gone
  }
}

/** A living process as « pid start-time », so that a number used again is not taken for it; '' when dead. */
function identity(pid: number): string {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return '';
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return `${pid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''}`;
  } catch {
    return `${pid} `;
  }
}
