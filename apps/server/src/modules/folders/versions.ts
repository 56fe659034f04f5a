import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WarehouseManifest } from '@palier/analytics';
import type { FactFolders } from './fact-folders.ts';

const MANIFEST = 'manifest.json';

/** Whether a version's folder is on the disk with every file that its manifest names. */
function isWhole(folder: string): boolean {
  if (!existsSync(join(folder, MANIFEST))) return false;
  try {
    const manifest = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')) as Partial<WarehouseManifest>;
    const names = manifest.files?.map(({ name }) => name) ?? ['line.parquet'];
    return names.every((name) => existsSync(join(folder, name)));
  } catch {
    return false;
  }
}

/** Whether a folder is under the root with what its kind must have. */
export function isThere(root: string, path: string): boolean {
  const folder = join(root, path);
  if (/^(warehouse|snapshot)\//.test(path)) return isWhole(folder);
  if (path.startsWith('serie/'))
    return ['line', 'day'].every((name) => existsSync(join(folder, `${name}.parquet`)));
  return existsSync(folder);
}

/** The next free version of a folder of versions: above the published one and above those there are. */
export async function nextVersion(folders: FactFolders, path: string, published: number): Promise<number> {
  return Math.max(published, ...(await folders.versions(path))) + 1;
}

/** The highest version that is whole, up to the published one; 0 when there is none. */
export async function latestWhole(folders: FactFolders, path: string, published: number): Promise<number> {
  const versions = [...new Set(await folders.versions(path))].filter((version) => version <= published);
  for (const version of versions.sort((left, right) => right - left))
    if (await folders.has(`${path}/v${version}`)) return version;
  return 0;
}
