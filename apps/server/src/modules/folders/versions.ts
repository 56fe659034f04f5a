import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { WarehouseManifest } from '@palier/analytics';

const MANIFEST = 'manifest.json';

/** Whether a version's folder is on the disk with every file that its manifest names. */
export function isWhole(folder: string): boolean {
  if (!existsSync(join(folder, MANIFEST))) return false;
  try {
    const manifest = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')) as Partial<WarehouseManifest>;
    const names = manifest.files?.map(({ name }) => name) ?? ['line.parquet'];
    return names.every((name) => existsSync(join(folder, name)));
  } catch {
    return false;
  }
}

/** The next free version of a folder of versions: above the published one and above what is on the disk. */
export async function nextVersion(folder: string, published: number): Promise<number> {
  return Math.max(published, ...(await versionsIn(folder)).map(({ version }) => version)) + 1;
}

/** The highest version that is whole on the disk, up to the published one; 0 when there is none. */
export async function latestWhole(folder: string, published: number): Promise<number> {
  const whole = (await versionsIn(folder)).filter(
    ({ name, version }) => version <= published && isWhole(join(folder, name)),
  );
  return Math.max(0, ...whole.map(({ version }) => version));
}

/** `v3` is a version's folder, `v3.model` and `v3.owner` files that go with it. */
export async function versionsIn(folder: string): Promise<{ name: string; version: number }[]> {
  const names = await readdir(folder).catch(() => [] as string[]);
  return names.flatMap((name) => {
    const match = /^v(\d+)(\.\w+)*$/.exec(name);
    return match ? [{ name, version: Number(match[1]) }] : [];
  });
}
