import { open, readFile, rename } from 'node:fs/promises';
import { deserialize, serialize } from 'node:v8';
import { type FactFolders, snapshotPath, withFolder } from '../folders/index.ts';
import type { LineModel } from './fit.ts';

/** Where the demand model of a snapshot's lines is kept: beside its folder, for the optimiser. */
export function modelFile(version_folder: string): string {
  return `${version_folder}.model`;
}

/** Writes the model whole and on the disk before it can be seen. */
export async function writeModel(path: string, model: LineModel): Promise<void> {
  const file = await open(`${path}.part`, 'w', 0o600);
  try {
    await file.writeFile(serialize(model));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.part`, path);
}

/** The demand model of a snapshot's lines; null when it has none. */
export function readModel(
  folders: FactFolders,
  project_id: string,
  version: number,
): Promise<LineModel | null> {
  return withFolder(folders, snapshotPath(project_id, version), async (folder) => {
    const bytes = await readFile(modelFile(folder)).catch(() => null);
    return bytes && (deserialize(bytes) as LineModel);
  });
}
