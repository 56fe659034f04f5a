// A backup as one file, written and read in one pass. For each entry a line of JSON, its bytes, and a line with their
// SHA-256; the first line says what the file is, the last one how many entries there were.
import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { z } from 'zod';

const headSchema = z.object({
  palier_backup: z.literal(1),
  created_at: z.string(),
  /** The version that the database had come to. */
  schema: z.string(),
  /** The mark of the database on its folders. */
  owner: z.string(),
});
export type ArchiveHead = z.infer<typeof headSchema>;

const entrySchema = z.object({
  /** rows: a table, one row a line. file: of the data folder. link: the same file as another one before it. */
  kind: z.enum(['rows', 'file', 'link']),
  path: z.string(),
  size: z.int().min(0),
  mode: z.int().optional(),
  modified_ms: z.number().optional(),
  same_as: z.string().optional(),
});
export type ArchiveEntry = z.infer<typeof entrySchema>;

const sumSchema = z.object({ sha256: z.string() });
const endSchema = z.object({ end: z.literal(true), entries: z.int() });

/** The file cannot be restored from; the message (French) says why. */
export class BrokenArchive extends Error {
  override name = 'BrokenArchive';
}

const line = (value: object): Buffer => Buffer.from(`${JSON.stringify(value)}\n`);

/** The bytes of an archive. */
export async function* writeArchive(
  head: ArchiveHead,
  entries: AsyncIterable<{ entry: ArchiveEntry; bytes: AsyncIterable<Buffer> }>,
): AsyncGenerator<Buffer> {
  yield line(head);
  let count = 0;
  for await (const { entry, bytes } of entries) {
    yield line(entry);
    const sum = createHash('sha256');
    let size = 0;
    for await (const chunk of bytes) {
      sum.update(chunk);
      size += chunk.length;
      yield chunk;
    }
    if (size !== entry.size) throw new BrokenArchive(`${entry.path}: ${size} bytes of ${entry.size}`);
    yield line({ sha256: sum.digest('hex') });
    count += 1;
  }
  yield line({ end: true, entries: count });
}

const LINE_BYTES = 64 * 1024;
const CHUNK_BYTES = 1024 * 1024;

/** Reads an archive from a file, entry by entry; the bytes of one must be read before the next is asked for. */
export class ArchiveReader {
  readonly #file: FileHandle;
  #at = 0;
  readonly head: ArchiveHead;

  private constructor(file: FileHandle, head: ArchiveHead, at: number) {
    this.#file = file;
    this.head = head;
    this.#at = at;
  }

  /** @throws BrokenArchive when the file is not a backup of a Palier */
  static async open(path: string): Promise<ArchiveReader> {
    const file = await open(path).catch((cause: unknown) => {
      throw new BrokenArchive(`Le fichier ${path} ne s’ouvre pas.`, { cause });
    });
    try {
      const { value, next } = await readLine(file, 0);
      const head = headSchema.safeParse(value);
      if (!head.success) throw new BrokenArchive(`Le fichier ${path} n’est pas une sauvegarde de Palier.`);
      return new ArchiveReader(file, head.data, next);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** @throws BrokenArchive when the file was cut, or an entry is not what was saved */
  async *entries(): AsyncGenerator<{ entry: ArchiveEntry; bytes: AsyncIterable<Buffer> }> {
    for (let count = 0; ; count += 1) {
      const said = await this.#line();
      const end = endSchema.safeParse(said);
      if (end.success && end.data.entries === count) return;
      const entry = entrySchema.safeParse(said);
      if (!entry.success) throw new BrokenArchive('La sauvegarde est abîmée.');
      const sum = createHash('sha256');
      const from = this.#at;
      yield { entry: entry.data, bytes: this.#bytes(from, entry.data, sum) };
      this.#at = from + entry.data.size;
      const saved = sumSchema.safeParse(await this.#line());
      if (!saved.success || saved.data.sha256 !== sum.digest('hex'))
        throw new BrokenArchive(`« ${entry.data.path} » est abîmé dans la sauvegarde.`);
    }
  }

  async *#bytes(from: number, { size }: ArchiveEntry, sum: ReturnType<typeof createHash>) {
    for (let at = 0; at < size; ) {
      const wanted = Math.min(CHUNK_BYTES, size - at);
      const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(wanted), 0, wanted, from + at);
      if (bytesRead === 0) throw new BrokenArchive('La sauvegarde n’est pas entière.');
      at += bytesRead;
      const chunk = buffer.subarray(0, bytesRead);
      sum.update(chunk);
      yield chunk;
    }
  }

  async #line(): Promise<unknown> {
    const { value, next } = await readLine(this.#file, this.#at);
    this.#at = next;
    return value;
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

/** Reads a whole archive, for nothing but its sums: what is cut or altered is known before anything is done with it. @throws BrokenArchive */
export async function checkArchive(path: string): Promise<{ tables: number; files: number }> {
  const archive = await ArchiveReader.open(path);
  const found = { tables: 0, files: 0 };
  try {
    for await (const { entry, bytes } of archive.entries()) {
      found[entry.kind === 'rows' ? 'tables' : 'files'] += 1;
      for await (const _ of bytes);
    }
  } finally {
    await archive.close();
  }
  return found;
}

async function readLine(file: FileHandle, from: number): Promise<{ value: unknown; next: number }> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(LINE_BYTES), 0, LINE_BYTES, from);
  const end = buffer.subarray(0, bytesRead).indexOf(10);
  if (end < 0) throw new BrokenArchive('La sauvegarde n’est pas entière.');
  try {
    return { value: JSON.parse(buffer.toString('utf8', 0, end)), next: from + end + 1 };
  } catch {
    throw new BrokenArchive('La sauvegarde est abîmée.');
  }
}
