import { createReadStream, existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { FactFolders } from './fact-folders.ts';
import { handOver } from './owner.ts';
import { isThere } from './versions.ts';

function nothingToDo(): void {}

/** Facts in the data folder, which all processes share. */
export function openLocalFolders(root: string): FactFolders {
  const at = (path: string): string => join(root, path);
  const markAt = (path: string): string => `${at(path)}.owner`;
  return {
    root,
    open: async (path) => (isThere(root, path) ? { folder: at(path), release: nothingToDo } : null),
    has: async (path) => isThere(root, path),
    read: (path, name) => readFile(join(root, path, name), 'utf8').catch(() => null),
    publish: async () => {}, // renamed into place when it was written
    versions: async (path) => versionsAmong(await readdir(at(path)).catch(() => [])),
    remove: (path) => removeWithSiblings(at(path)),
    async mark(path, owner) {
      await mkdir(dirname(at(path)), { recursive: true, mode: 0o700 });
      await writeFile(markAt(path), owner);
    },
    ownerOf: (path) => readFile(markAt(path), 'utf8').catch(() => null),
    handOver: (from, to) => handOver(root, from, to),
    async keepFile(path, source) {
      if (source === at(path)) return;
      await mkdir(dirname(at(path)), { recursive: true });
      // Beside its place first: who reads the former one meanwhile, or after a fault, has it whole.
      const draft = `${at(path)}.tmp-${crypto.randomUUID()}`;
      try {
        await copyFile(source, draft);
        await rename(draft, at(path));
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    async readFile(path) {
      const found = await stat(at(path)).catch(() => null);
      return found?.isFile() ? { size: found.size, bytes: createReadStream(at(path)) } : null;
    },
    close: async () => {},
  };
}

/** `v3` is a version's folder, `v3.model` and `v3.owner` files that go with it. */
export function versionsAmong(names: readonly string[]): number[] {
  return names.flatMap((name) => {
    const match = /^v(\d+)(\.\w+)*$/.exec(name);
    return match ? [Number(match[1])] : [];
  });
}

/** A folder and the files that go with it: `v3`, `v3.model`, and the mark. */
export async function removeWithSiblings(folder: string): Promise<void> {
  const siblings = await siblingsOf(folder);
  await rm(folder, { recursive: true, force: true });
  for (const name of siblings) await rm(join(dirname(folder), name), { force: true });
}

/** The files beside a folder that begin with its name. */
export async function siblingsOf(folder: string): Promise<string[]> {
  if (!existsSync(dirname(folder))) return [];
  return (await readdir(dirname(folder))).filter((name) => name.startsWith(`${basename(folder)}.`));
}
