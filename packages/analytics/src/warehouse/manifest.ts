import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WarehouseManifest } from './types.ts';

/** Beside the tables of a version, the list of them and what they say. */
export const MANIFEST = 'manifest.json';

/** What a version of the warehouse says of itself: Palier wrote it. @throws ENOENT when the version is not whole */
export async function readManifest(folder: string): Promise<WarehouseManifest> {
  return JSON.parse(await readFile(join(folder, MANIFEST), 'utf8'));
}
