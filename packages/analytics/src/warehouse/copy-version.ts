import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { discardFolder, publishFolder, shareFile, temporaryFolder } from '../database/folders.ts';
import { MANIFEST, readManifest } from './manifest.ts';

/**
 * Makes a new version with the files of another, which it shares: no row is copied where the disk has hard links.
 * The folder is whole or absent. @throws ENOENT when the other version is not whole.
 */
export async function copyVersion(from: string, to: string, version: number): Promise<void> {
  const manifest = await readManifest(from);
  const temporary = await temporaryFolder(to);
  try {
    for (const { name } of manifest.files) await shareFile(join(from, name), join(temporary, name));
    await writeFile(join(temporary, MANIFEST), JSON.stringify({ ...manifest, version }, null, 2));
    await publishFolder(temporary, to);
  } catch (error) {
    await discardFolder(temporary);
    throw error;
  }
}
