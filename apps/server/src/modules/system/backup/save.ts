import { createReadStream, type Stats } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { readRows, sameWriting, tablesInOrder } from '../../../db/copy.ts';
import { codeOf } from '../../../db/faults.ts';
import { versionOf } from '../../../db/migrate.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { type ArchiveEntry, writeArchive } from './archive.ts';
import { isSaved } from './folder.ts';

/** Where files received wait for their import. */
const UPLOADS = 'staging';

interface Needs extends Pick<Deps, 'data_owner' | 'database'> {
  config: Pick<Deps['config'], 'data_folder'>;
  scratch: Pick<Deps['scratch'], 'folder'>;
}

/**
 * Everything that this Palier keeps, as it is being sent: the database as it was at one moment, then the files of the
 * data folder. Files are never changed once written and stay a day after they are replaced, so that those which the
 * database named are there; uploads, which go as soon as they are imported, are held open from before that moment.
 */
export async function* backup(deps: Needs): AsyncGenerator<Buffer> {
  const data = deps.config.data_folder;
  const uploads = new HeldUploads(data);
  const folder = join(deps.scratch.folder, `backup-${crypto.randomUUID()}`);
  await mkdir(folder, { mode: 0o700 });
  try {
    const created_at = new Date().toISOString();
    await uploads.hold();
    const tables = await saveTables(deps, folder, () => uploads.hold());
    const schema = await versionOf(deps.database);
    const head = { palier_backup: 1 as const, created_at, schema, owner: deps.data_owner };
    yield* writeArchive(head, entriesOf(folder, tables, { data, uploads }));
  } finally {
    await uploads.release();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes the rows of all tables as they are at one moment: nobody who receives them is waited for meanwhile. */
async function saveTables(
  { database }: Needs,
  folder: string,
  onMoment: () => Promise<void>,
): Promise<string[]> {
  return inTransaction(database.db, async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx);
    await sameWriting(tx);
    const tables = await tablesInOrder(tx);
    await onMoment();
    for (const table of tables) {
      // Written over where the transaction met a large act and began again.
      const file = await open(join(folder, table), 'w', 0o600);
      try {
        for await (const rows of readRows(tx, table))
          await file.appendFile(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
      } finally {
        await file.close();
      }
    }
    return tables;
  });
}

interface Saved {
  entry: ArchiveEntry;
  bytes: AsyncIterable<Buffer>;
}

async function* entriesOf(
  folder: string,
  tables: readonly string[],
  { data, uploads }: { data: string; uploads: HeldUploads },
): AsyncGenerator<Saved> {
  for (const table of tables) {
    const path = join(folder, table);
    const { size } = await stat(path);
    yield { entry: { kind: 'rows', path: table, size }, bytes: readBytes(path, size) };
  }
  yield* uploads.saved();
  const known = new Map<string, string>();
  for await (const path of filesUnder(data, '')) {
    if (uploads.has(path)) continue;
    const found = await stat(join(data, path)).catch((error: unknown) => {
      // A work that ended took its own files away since they were listed.
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    });
    if (!found) continue;
    const node = `${found.dev} ${found.ino}`;
    const same_as = found.nlink > 1 ? known.get(node) : undefined;
    known.set(node, path);
    if (same_as)
      yield { entry: { ...entryOf(path, found), kind: 'link', size: 0, same_as }, bytes: readBytes('', 0) };
    else yield { entry: entryOf(path, found), bytes: readBytes(join(data, path), found.size) };
  }
}

const entryOf = (path: string, { size, mode, mtimeMs }: Stats): ArchiveEntry => ({
  ...{ kind: 'file', path, size, mode: mode & 0o777, modified_ms: mtimeMs },
});

/** The files received that are not imported yet, open: they are read whole whatever becomes of them meanwhile. */
class HeldUploads {
  readonly #data: string;
  readonly #open = new Map<string, FileHandle>();

  constructor(data: string) {
    this.#data = data;
  }

  /** Holds those that have come since the last time too. */
  async hold(): Promise<void> {
    for await (const path of filesUnder(this.#data, UPLOADS)) {
      if (this.#open.has(path)) continue;
      const file = await open(join(this.#data, path)).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return null;
        throw error;
      });
      if (file) this.#open.set(path, file);
    }
  }

  has(path: string): boolean {
    return this.#open.has(path);
  }

  async *saved(): AsyncGenerator<Saved> {
    for (const [path, file] of this.#open) {
      const found = await file.stat();
      yield { entry: entryOf(path, found), bytes: readHeld(file, found.size) };
    }
  }

  async release(): Promise<void> {
    for (const file of this.#open.values()) await file.close();
  }
}

async function* readHeld(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  if (size > 0) yield* file.createReadStream({ start: 0, end: size - 1, autoClose: false });
}

async function* filesUnder(data: string, under: string): AsyncGenerator<string> {
  const entries = await readdir(join(data, under), { withFileTypes: true }).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  for (const entry of entries) {
    const path = under ? `${under}/${entry.name}` : entry.name;
    if (!isSaved(path)) continue;
    if (entry.isDirectory()) yield* filesUnder(data, path);
    else if (entry.isFile()) yield path;
  }
}

async function* readBytes(path: string, size: number): AsyncGenerator<Buffer> {
  if (size > 0) yield* createReadStream(path, { end: size - 1 });
}
