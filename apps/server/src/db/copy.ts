import { sql } from 'kysely';
import type { Database, DbOrTx, Tx } from './database.ts';
import { inTransaction } from './transaction.ts';

/** What was copied of a table. */
export interface CopiedTable {
  table: string;
  rows: number;
}

/** The two databases cannot be made the same; the message (French) says why. Nothing was written. */
export class CopyRefused extends Error {
  override name = 'CopyRefused';
}

export interface Content {
  rows: number;
  /** Sum of the hashes of the rows as text: the same for the same rows in any order. */
  fingerprint: string;
}

const BATCH = 5000;
const OUTSIDE = /^kysely_/;

/**
 * Copies every row of one database into another whose tables are the same and empty, in one transaction, and compares
 * both afterwards. A copy that was made already is compared only. Of the queue, the work asked for is in `job`; its
 * deliveries are the queue's to make again.
 * @throws CopyRefused when the tables differ, the other base is in use, or a copy is not the same as its original
 */
export async function copyDatabase(
  from: Database,
  to: Database,
  onTable: (copied: CopiedTable) => void,
): Promise<CopiedTable[]> {
  return inTransaction(from.db, async (source) => {
    await sameWriting(source);
    return inTransaction(to.db, async (target) => {
      await sameWriting(target);
      await refuseOtherTables(source, target);
      const tables = await tablesInOrder(source);
      const isCopied = (await installationOf(source)) === (await installationOf(target));
      if (!isCopied) await emptyTables(target, tables);
      const copied: CopiedTable[] = [];
      for (const table of tables) {
        if (!isCopied) await copyTable(source, target, table);
        const one = await compareTable(source, target, table);
        copied.push(one);
        onTable(one);
      }
      return copied;
    });
  });
}

/** Has both sides write their values alike as text, whatever their settings. */
export async function sameWriting(tx: Tx): Promise<void> {
  await sql`set local timezone = 'UTC'`.execute(tx);
  await sql`set local datestyle = 'ISO'`.execute(tx);
  await sql`set local extra_float_digits = 1`.execute(tx);
  await sql`set local bytea_output = 'hex'`.execute(tx);
}

/** The tables and columns of a base, in the order of their declaration, as one text; a server may add views of its own. */
async function shapeOf(tx: Tx): Promise<string> {
  const { rows } = await sql<{ table_name: string; columns: string }>`
    select table_name, string_agg(column_name || ' ' || udt_name, ', ' order by ordinal_position) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE' group by table_name order by table_name collate "C"`.execute(
    tx,
  );
  return rows
    .filter(({ table_name }) => !OUTSIDE.test(table_name))
    .map(({ table_name, columns }) => `${table_name}: ${columns}`)
    .join('\n');
}

async function refuseOtherTables(source: Tx, target: Tx): Promise<void> {
  const encoding = await sql<{ name: string }>`select current_setting('server_encoding') as name`.execute(
    target,
  );
  if (encoding.rows[0]?.name !== 'UTF8') {
    throw new CopyRefused('La base de destination n’est pas en UTF-8 : créez-la avec « encoding utf8 ».');
  }
  if ((await shapeOf(source)) === (await shapeOf(target))) return;
  throw new CopyRefused(
    'La base de destination a d’autres tables que celles de Palier : donnez-en une qui ne serve à rien d’autre.',
  );
}

/** The name that a base was given at its first start, and that its copies bear. */
export async function installationOf(tx: DbOrTx): Promise<string> {
  const row = await tx.selectFrom('installation').select('installation_id').executeTakeFirstOrThrow();
  return row.installation_id;
}

/** Removes the one row that migrations write. @throws CopyRefused when there are others */
export async function emptyTables(target: Tx, tables: readonly string[]): Promise<void> {
  await refuseUsed(target, tables);
  await target.deleteFrom('installation').execute();
}

/** @throws CopyRefused when a base has rows of somebody */
export async function refuseUsed(target: DbOrTx, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    if (table === 'installation') continue;
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(target);
    if (rows.length > 0) {
      throw new CopyRefused(
        `La base de destination est déjà en service (sa table ${table} n’est pas vide) : donnez une base vide.`,
      );
    }
  }
}

/** All tables, each after those that its foreign keys name. */
export async function tablesInOrder(tx: DbOrTx): Promise<string[]> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' order by table_name`.execute(tx);
  const keys = await sql<{ name: string; needs: string }>`
    select from_table.relname as name, to_table.relname as needs from pg_constraint
    join pg_class from_table on from_table.oid = conrelid join pg_class to_table on to_table.oid = confrelid
    where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(tx);
  const ordered = new Set<string>();
  const add = (name: string): void => {
    if (ordered.has(name)) return;
    for (const key of keys.rows) if (key.name === name && key.needs !== name) add(key.needs);
    ordered.add(name);
  };
  for (const { name } of tables.rows) if (!OUTSIDE.test(name)) add(name);
  return [...ordered];
}

async function copyTable(source: Tx, target: Tx, table: string): Promise<void> {
  for await (const rows of readRows(source, table)) await writeRows(target, table, rows);
}

/** Rows of a table in batches, as PostgreSQL writes them itself: no value passes through a number or a date of JavaScript. */
export async function* readRows(source: Tx, name: string): AsyncGenerator<string[]> {
  let after = '(0,0)';
  for (;;) {
    const { rows } = await sql<{ line: string; place: string }>`
      select t::text as line, ctid::text as place from ${sql.table(name)} t
      where ctid > ${after}::tid order by ctid limit ${sql.lit(BATCH)}`.execute(source);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ line }) => line);
    after = last.place;
  }
}

/** Adds rows that `readRows` gave. */
export async function writeRows(target: Tx, name: string, rows: readonly string[]): Promise<void> {
  const table = sql.table(name);
  await sql`insert into ${table} select (r).* from (
    select line::${table} as r from unnest(${rows}::text[]) as line offset 0) as lines`.execute(target);
}

/** What a table holds, so that it can be compared with another's. */
export async function contentOf(tx: Tx, table: string): Promise<Content> {
  const { rows } = await sql<Content>`
    select count(*)::integer as rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as fingerprint
    from ${sql.table(table)} t`.execute(tx);
  return rows[0] ?? { rows: 0, fingerprint: '0' };
}

async function compareTable(source: Tx, target: Tx, table: string): Promise<CopiedTable> {
  const [before, after] = [await contentOf(source, table), await contentOf(target, table)];
  if (before.rows === after.rows && before.fingerprint === after.fingerprint)
    return { table, rows: after.rows };
  throw new CopyRefused(
    `La table ${table} n’est pas la même des deux côtés (${before.rows} lignes, ${after.rows} dans la copie) : rien n’a été gardé de la copie.`,
  );
}
