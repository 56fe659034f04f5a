import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../../../config.ts';

const MARK = 'restoring';

/** What the data folder holds that is not saved with the files: the embedded database, whose rows are, copies of what an object store keeps, and what lives no longer than a process. */
const NOT_SAVED = new Set(['database', 'database-moved', 'cache', 'temp', 'processes', 'palier.lock', MARK]);

/** Whether a path of the data folder is part of a backup. */
export const isSaved = (path: string): boolean =>
  !NOT_SAVED.has(path.split('/', 1)[0] ?? '') && !path.includes('.tmp-');

/** Takes an empty data folder for a restore, or one where a restore was interrupted, emptied. @throws StartError */
export async function beginRestore(data_folder: string): Promise<void> {
  await mkdir(data_folder, { recursive: true, mode: 0o700 });
  const names = (await readdir(data_folder)).filter((name) => name !== 'palier.lock');
  if (names.length > 0 && !names.includes(MARK)) {
    throw new StartError(
      `Le dossier ${data_folder} n’est pas vide : restaurez dans un dossier vide (PALIER_DATA), que vous échangerez ensuite avec l’ancien.`,
    );
  }
  await writeFile(join(data_folder, MARK), new Date().toISOString());
  for (const name of names) if (name !== MARK) await rm(join(data_folder, name), { recursive: true });
}

/** The folder may be started on. */
export const endRestore = (data_folder: string): Promise<void> => rm(join(data_folder, MARK));

/** @throws StartError when a restore into this folder has not ended: part of what it holds is missing */
export function refuseUnfinishedRestore(data_folder: string): void {
  if (!existsSync(join(data_folder, MARK))) return;
  throw new StartError(
    `La restauration dans ${data_folder} n’est pas allée à son terme : relancez « npm run restore ».`,
  );
}
