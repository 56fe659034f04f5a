import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { readRows, sameWriting, tablesInOrder } from '../../../db/copy.ts';
import { codeOf } from '../../../db/faults.ts';
import { versionOf } from '../../../db/migrate.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { type ArchiveEntry, writeArchive } from './archive.ts';
import { isSaved } from './folder.ts';

interface Needs extends Pick<Deps, 'data_owner' | 'database'> {
  config: Pick<Deps['config'], 'data_folder'>;
  scratch: Pick<Deps['scratch'], 'folder'>;
}

/**
 * Everything that this Palier keeps, as it is being sent: the database as it was at one moment, then the files of the
 * data folder. Files are never changed once written and stay a day after they are replaced, so that those which the
 * database named are there.
 */
export async function* backup(deps: Needs): AsyncGenerator<Buffer> {
  const folder = join(deps.scratch.folder, `backup-${crypto.randomUUID()}`);
  await mkdir(folder, { mode: 0o700 });
  try {
    const created_at = new Date().toISOString();
    const tables = await saveTables(deps, folder);
    const schema = await versionOf(deps.database);
    const head = { palier_backup: 1 as const, created_at, schema, owner: deps.data_owner };
    yield* writeArchive(head, entriesOf(folder, tables, deps.config.data_folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes the rows of all tables as they are at one moment: nobody who receives them is waited for meanwhile. */
async function saveTables({ database }: Needs, folder: string): Promise<string[]> {
  return inTransaction(database.db, async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx);
    await sameWriting(tx);
    const tables = await tablesInOrder(tx);
    for (const table of tables) {
      // Written over where the transaction met a large act and began again.
      const file = await open(join(folder, table), 'w', 0o600);
      try {
        for await (const rows of readRows(tx, table))
          await file.write(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
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

async function* entriesOf(folder: string, tables: readonly string[], data: string): AsyncGenerator<Saved> {
  for (const table of tables) {
    const path = join(folder, table);
    const { size } = await stat(path);
    yield { entry: { kind: 'rows', path: table, size }, bytes: readBytes(path, size) };
  }
  const known = new Map<string, string>();
  for await (const path of filesUnder(data, '')) {
    const found = await stat(join(data, path)).catch((error: unknown) => {
      // A work that ended took its own files away since they were listed.
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    });
    if (!found) continue;
    const common = { path, mode: found.mode & 0o777, modified_ms: found.mtimeMs };
    const node = `${found.dev} ${found.ino}`;
    const same_as = found.nlink > 1 ? known.get(node) : undefined;
    known.set(node, path);
    if (same_as) yield { entry: { kind: 'link', size: 0, same_as, ...common }, bytes: readBytes('', 0) };
    else
      yield {
        entry: { kind: 'file', size: found.size, ...common },
        bytes: readBytes(join(data, path), found.size),
      };
  }
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
