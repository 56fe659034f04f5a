import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { siblingsOf } from './local.ts';

// What an object store keeps of a folder: one object a file, named by its content, and last this list of them.

const fileSchema = z.object({
  /** From beside the folder on: `v3/line.parquet`, `v3.model`. */
  name: z.string(),
  size: z.int(),
  sha256: z.string(),
  /** The key of its bytes, which another version may have brought. */
  key: z.string(),
});
export type StoredFile = z.infer<typeof fileSchema>;

export const manifestSchema = z.object({ files: z.array(fileSchema) });
export type StoredManifest = z.infer<typeof manifestSchema>;

export const manifestKey = (path: string): string => `${path}.files`;
export const markKey = (path: string): string => `${path}.owner`;

/** Marks that stay on their own machine, or are objects of their own. */
const NOT_SENT = /\.(owner|stored|part)$/;

/** What a folder on the disk consists of, with the files beside it that go with it. */
export async function describeFolder(
  folder: string,
  path: string,
): Promise<{ file: StoredFile; from: string }[]> {
  const parent = dirname(folder);
  const inside = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = inside.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const beside = (await siblingsOf(folder)).filter((name) => !NOT_SENT.test(name));
  const all = [...files.sort(), ...beside.map((name) => join(parent, name))];
  return Promise.all(
    all.map(async (from) => {
      const { size } = await stat(from);
      const sha256 = await hashOf(from);
      const name = from.slice(parent.length + 1);
      return { from, file: { name, size, sha256, key: `${path}/${sha256}` } };
    }),
  );
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece);
  return hash.digest('hex');
}

/** The name of a file of a folder, as the folder's own list has it. */
export const nameIn = (path: string, name: string): string => `${basename(path)}/${name}`;
