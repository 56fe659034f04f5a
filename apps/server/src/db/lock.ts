import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { FileTakenError, takeFile } from '@palier/analytics';
import { StartError } from '../config.ts';

/** What a folder that a process has taken has in it; it stays there, empty, when it is given back. */
export const LOCK_FILE = 'palier.lock';

/**
 * Takes the data folder for this process: an embedded database must not be opened twice, be it from another container.
 * @returns a function that gives it back.
 * @throws StartError when another living process has it, or when the folder cannot be written.
 */
export function lockFolder(folder: string): () => void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return takeFile(join(folder, LOCK_FILE));
  } catch (error) {
    const message =
      error instanceof FileTakenError
        ? `Le dossier de données ${folder} est déjà utilisé par un autre Palier : arrêtez-le ou choisissez un autre dossier avec PALIER_DATA.`
        : `Le dossier de données ${folder} n'est pas accessible en écriture : corrigez ses droits ou choisissez un autre dossier avec PALIER_DATA.`;
    throw new StartError(message, { cause: error });
  }
}
