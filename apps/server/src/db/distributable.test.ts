import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { eachDatabase } from '../test/stores.ts';

// What a distributed PostgreSQL (Citus) refuses, or asks every worker for, read in the statements themselves: they are
// run on one machine in every other test, where all of it works.

const SOURCES = join(import.meta.dirname, '..');
const NOT_CONSTANT =
  /\b(now|clock_timestamp|random|gen_random_uuid|uuidv7|nextval)\s*\(|\bcurrent_(timestamp|date)\b/i;

interface Statement {
  file: string;
  text: string;
}

/** A table after `from` or `join`, in SQL or in the query builder. */
const READ = /(selectFrom|[jJ]oin)\('([a-z_]+)|\b(from|join) ([a-z_]+)\b/g;
const ONE_PROJECT = /project_id = \$\{|project_id', '=',/;

let statements: Statement[];
let reads: Statement[];
beforeAll(async () => {
  const files = (await readdir(SOURCES, { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/^(db\/migrations|test)\//.test(file),
  );
  const sources = await Promise.all(
    files.map(async (file) => ({ file, source: await readFile(join(SOURCES, file), 'utf8') })),
  );
  statements = sources.flatMap(({ file, source }) => statementsOf(file, source));
  reads = sources.flatMap(({ file, source }) => readsOf(file, source));
  expect(statements.length).toBeGreaterThan(80);
  expect(reads.length).toBeGreaterThan(80);
});

/** Statements of the language that write to the database, each from its beginning to the semicolon that ends it. */
function statementsOf(file: string, source: string): Statement[] {
  const starts = source.matchAll(
    /\.(updateTable|deleteFrom|insertInto)\(|\b(update|delete from|insert into) [a-z_]+\b/g,
  );
  return [...starts].map(({ index }) => {
    const end = source.indexOf(';\n', index);
    return { file, text: source.slice(index, end < 0 ? undefined : end) };
  });
}

/** Queries, each to the semicolon that ends it. */
function readsOf(file: string, source: string): Statement[] {
  return [...source.matchAll(/\.selectFrom\(|\bsql(<[^`]*>)?`/g)].map(({ index }) => {
    const end = source.indexOf(';\n', index);
    return { file, text: source.slice(index, end < 0 ? undefined : end) };
  });
}

/** A row with all its columns says its project; what is made by a query must. */
const isPlainInsert = ({ text }: Statement): boolean => /^\.insertInto\([^)]*\)\s*\.values\(/.test(text);

/** The table that a statement writes to. */
const targetOf = ({ text }: Statement): string =>
  /^(?:\.\w+\('|update |delete from |insert into )([a-z_]+)/.exec(text)?.[1] ?? '';

it('what replaces a row that is there is made of constants and of the row: each worker would say another time', () => {
  const wrong = statements.filter(({ text }) => {
    const replaced = /doUpdateSet\([\s\S]*|do update set[\s\S]*/i.exec(text)?.[0];
    return replaced !== undefined && NOT_CONSTANT.test(replaced);
  });
  expect(wrong).toEqual([]);
});

eachDatabase('statements that write', ({ database }) => {
  let spread: Set<string>;
  let organization: Set<string>;
  beforeAll(async () => {
    const { rows } = await database().executeSql(`
      select distinct table_name from information_schema.columns
      where table_schema = 'public' and column_name = 'project_id'
        and table_name in (
          select r.relname from pg_constraint k join pg_class r on r.oid = k.conrelid
            join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
          where k.contype = 'p' and a.attname = 'project_id')`);
    spread = new Set((rows as { table_name: string }[]).map(({ table_name }) => table_name));
    expect(spread.size).toBeGreaterThan(15);
    const all = await database().executeSql(
      `select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    organization = new Set(
      (all.rows as { table_name: string }[])
        .map(({ table_name }) => table_name)
        .filter((name) => !spread.has(name)),
    );
  });

  it('a table of projects is written for projects that the statement names', () => {
    const wrong = statements.filter(
      (one) =>
        spread.has(targetOf(one)) && !isPlainInsert(one) && !/\bproject(_id)?\b/.test(one.text.slice(20)),
    );
    expect(wrong).toEqual([]);
  });

  it('a table of the organisation is not written by reading those of projects', () => {
    const tables = [...spread].join('|');
    const reads = new RegExp(`(selectFrom|[jJ]oin)\\('(${tables})\\b|\\b(from|join) (${tables})\\b`);
    const wrong = statements.filter((one) => !spread.has(targetOf(one)) && reads.test(one.text));
    expect(wrong.map(({ file, text }) => `${file}: ${text.slice(0, 60)}`)).toEqual([]);
  });

  it('tables of the organisation are read with those of projects only where the statement says which project', () => {
    const tables = [...spread];
    const wrong = reads.filter(({ text }) => {
      const read = [...text.matchAll(READ)].map((match) => match[2] ?? match[4] ?? '');
      const ofProjects = read.some((table) => tables.includes(table));
      const ofOrganization = read.some((table) => organization.has(table));
      return ofProjects && ofOrganization && !ONE_PROJECT.test(text);
    });
    expect(wrong.map(({ file, text }) => `${file}: ${text.slice(0, 90)}`)).toEqual([]);
  });

  it('no unique index of a table of projects leaves the project out', async () => {
    const { rows } = await database().executeSql(`
      select r.relname as table_name, i.relname as index_name from pg_index x
        join pg_class r on r.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
      where x.indisunique and r.relnamespace = 'public'::regnamespace and not exists (
        select from pg_attribute a where a.attrelid = r.oid and a.attnum = any(x.indkey::int2[]) and a.attname = 'project_id')`);
    expect((rows as { table_name: string }[]).filter(({ table_name }) => spread.has(table_name))).toEqual([]);
  });

  it('no table of the organisation refers to one of projects', async () => {
    const { rows } = await database().executeSql(`
      select r.relname as from_table, t.relname as to_table from pg_constraint k
        join pg_class r on r.oid = k.conrelid join pg_class t on t.oid = k.confrelid
      where k.contype = 'f' and r.relnamespace = 'public'::regnamespace`);
    const keys = rows as { from_table: string; to_table: string }[];
    expect(keys.filter((key) => spread.has(key.to_table) && !spread.has(key.from_table))).toEqual([]);
  });
});
