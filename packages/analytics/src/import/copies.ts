import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { ImportReport, SourceFile } from './types.ts';

/** SHA-256 of a file's bytes, in hexadecimal. */
export async function digest(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Leaves out files that are the same as an earlier one: their rows would count twice. */
export async function withoutCopies(
  files: readonly SourceFile[],
): Promise<{ files: SourceFile[]; copies: ImportReport['ignored_files'] }> {
  const kept: (SourceFile & { size: number })[] = [];
  const copies: ImportReport['ignored_files'] = [];
  for (const file of files) {
    const { size } = await stat(file.path);
    const twins = kept.filter((other) => other.size === size);
    const own = twins.length > 0 ? await digest(file.path) : '';
    const twin = (
      await Promise.all(twins.map(async (other) => ((await digest(other.path)) === own ? other : null)))
    ).find(Boolean);
    if (twin) copies.push({ name: file.name, reason: `identique à ${twin.name}` });
    else kept.push({ ...file, size });
  }
  return { files: kept, copies };
}
