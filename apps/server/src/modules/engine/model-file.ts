import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { LineModel } from './fit.ts';

/** Where the demand model of a snapshot's lines is kept: beside its folder, for the optimiser. */
export function modelFile(snapshot_folder: string, version: number): string {
  return join(snapshot_folder, `v${version}.model`);
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

/** @throws when the snapshot has no model */
export async function readModel(path: string): Promise<LineModel> {
  return deserialize(await readFile(path)) as LineModel;
}
