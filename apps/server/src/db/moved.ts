import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../config.ts';

const embedded = (data_folder: string) => join(data_folder, 'database');
const moved = (data_folder: string) => join(data_folder, 'database-moved');

/** Puts the embedded base aside once it is copied, so that it is not worked on by mistake. @returns where it is */
export async function setAside(data_folder: string): Promise<string> {
  await rename(embedded(data_folder), moved(data_folder));
  return moved(data_folder);
}

/** @throws StartError when the folder's own base was moved to PostgreSQL: an empty one would begin beside its facts */
export function refuseMoved(data_folder: string): void {
  if (existsSync(embedded(data_folder)) || !existsSync(moved(data_folder))) return;
  throw new StartError(
    `La base du dossier ${data_folder} a été portée sur PostgreSQL : réglez DATABASE_URL. Pour revenir à l'ancienne, telle qu'elle était, renommez ${moved(data_folder)} en « database ».`,
  );
}
