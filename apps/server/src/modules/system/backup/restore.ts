import { createWriteStream } from 'node:fs';
import { copyFile, link, mkdir, utimes } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { contentOf, emptyTables, sameWriting, tablesInOrder, writeRows } from '../../../db/copy.ts';
import type { Database, Tx } from '../../../db/database.ts';
import { knownVersions } from '../../../db/migrate.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { fillBase } from '../../../db/unfinished.ts';
import { type ArchiveEntry, type ArchiveReader, BrokenArchive } from './archive.ts';

const BATCH = 5000;
const LINE_END = 10;

export interface Restored {
  tables: { table: string; rows: number }[];
  files: number;
}

/**
 * Puts an archive into an empty database and an empty folder, and compares each table with what was read. The database
 * is brought to the schema that the archive was made with; the caller brings it to the latest one, and ends its filling.
 * @throws BrokenArchive, CopyRefused: nothing is in the database then
 */
export async function restore(archive: ArchiveReader, to: Database, data_folder: string): Promise<Restored> {
  const { schema } = archive.head;
  if (!(await knownVersions()).includes(schema))
    throw new BrokenArchive(
      `La sauvegarde vient d’un Palier plus récent (${schema}) : mettez celui-ci à jour d’abord.`,
    );
  return fillBase(to, () => fill(archive, to, data_folder), schema);
}

async function fill(archive: ArchiveReader, to: Database, data_folder: string): Promise<Restored> {
  const restored: Restored = { tables: [], files: 0 };
  await inTransaction(to.db, async (tx) => {
    await sameWriting(tx);
    const expected = await tablesInOrder(tx);
    await emptyTables(tx, expected);
    for await (const { entry, bytes } of archive.entries()) {
      if (entry.kind === 'rows') restored.tables.push(await restoreTable(tx, expected, entry, bytes));
      else {
        await restoreFile(data_folder, entry, bytes);
        restored.files += 1;
      }
    }
    const found = new Set(restored.tables.map(({ table }) => table));
    const lacking = expected.filter((table) => !found.has(table));
    if (lacking.length > 0)
      throw new BrokenArchive(`La sauvegarde n’a pas les tables ${lacking.join(', ')}.`);
  });
  return restored;
}

async function restoreTable(
  tx: Tx,
  expected: readonly string[],
  { path: table }: ArchiveEntry,
  bytes: AsyncIterable<Buffer>,
): Promise<{ table: string; rows: number }> {
  if (!expected.includes(table)) throw new BrokenArchive(`La table « ${table} » n’est pas de ce Palier.`);
  let given = { rows: 0, sum: 0n };
  let batch: string[] = [];
  const write = async (): Promise<void> => {
    if (batch.length === 0) return;
    await writeRows(tx, table, batch);
    given = { rows: given.rows + batch.length, sum: given.sum + (await hashesOf(tx, batch)) };
    batch = [];
  };
  for await (const row of linesOf(bytes)) {
    batch.push(JSON.parse(row));
    if (batch.length >= BATCH) await write();
  }
  await write();
  const held = await contentOf(tx, table);
  if (held.rows !== given.rows || BigInt(held.fingerprint) !== given.sum)
    throw new BrokenArchive(
      `La table ${table} n’est pas celle de la sauvegarde (${held.rows} lignes sur ${given.rows}).`,
    );
  return { table, rows: held.rows };
}

/** The lines as they were written: Node's own reader also ends one at U+2028 and U+2029, which JSON leaves in texts. */
async function* linesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let begun: Buffer[] = [];
  for await (const chunk of bytes) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, end)]).toString('utf8');
      begun = [];
      from = end + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
  }
  if (begun.length > 0) yield Buffer.concat(begun).toString('utf8');
}

/** The sum that `contentOf` makes of a table, of rows not written yet. */
async function hashesOf(tx: Tx, rows: readonly string[]): Promise<bigint> {
  const { rows: found } = await sql<{ sum: string }>`
    select sum(hashtextextended(line, 0)::numeric)::text as sum from unnest(${rows}::text[]) as line`.execute(
    tx,
  );
  return BigInt(found[0]?.sum ?? '0');
}

async function restoreFile(
  data_folder: string,
  entry: ArchiveEntry,
  bytes: AsyncIterable<Buffer>,
): Promise<void> {
  const target = inside(data_folder, entry.path);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  if (entry.kind === 'link') {
    const same = inside(data_folder, entry.same_as ?? '');
    // Not every disk has links.
    await link(same, target).catch(() => copyFile(same, target));
    return;
  }
  await pipeline(bytes, createWriteStream(target, { mode: entry.mode ?? 0o600, flags: 'wx', flush: true }));
  const modified = new Date(entry.modified_ms ?? Date.now());
  await utimes(target, modified, modified);
}

/** @throws BrokenArchive for a path that leads out of the folder */
function inside(data_folder: string, path: string): string {
  const target = resolve(data_folder, path);
  if (!target.startsWith(data_folder + sep)) throw new BrokenArchive('La sauvegarde est abîmée.');
  return target;
}
