import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The next free version of a folder of versions: above the published one and above leftovers on the disk. */
export async function nextVersion(folder: string, published: number): Promise<number> {
  return Math.max(published, ...(await versionsIn(folder)).map(({ version }) => version)) + 1;
}

/** The highest version that is whole on the disk, up to the published one; 0 when there is none. */
export async function latestWhole(folder: string, published: number): Promise<number> {
  const whole = (await versionsIn(folder)).filter(
    ({ name, version }) => version <= published && existsSync(join(folder, name, 'manifest.json')),
  );
  return Math.max(0, ...whole.map(({ version }) => version));
}

/** Deletes what nobody serves any more: every version below the one before the published one. */
export async function deleteOldVersions(folder: string, published: number): Promise<void> {
  for (const { name, version } of await versionsIn(folder)) {
    if (version < published - 1) await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** `v3` is a version's folder, `v3.model` a file that goes with it. */
async function versionsIn(folder: string): Promise<{ name: string; version: number }[]> {
  const names = await readdir(folder).catch(() => [] as string[]);
  return names.flatMap((name) => {
    const match = /^v(\d+)(\.\w+)?$/.exec(name);
    return match ? [{ name, version: Number(match[1]) }] : [];
  });
}
