import { sql } from 'kysely';
import { tablesInOrder } from '../db/copy.ts';
import type { Database, Db } from '../db/database.ts';

interface Column {
  table_name: string;
  column_name: string;
  udt_name: string;
  /** The check of this column alone, as PostgreSQL writes it. */
  rule: string | null;
}

const BY_TYPE: Readonly<Record<string, string>> = {
  text: `'x'`,
  uuid: `'00000000-0000-7000-8000-000000000001'`,
  jsonb: `'{}'`,
  int2: '1',
  int4: '1',
  int8: '1',
  float4: '1',
  float8: '1',
  numeric: '1',
  bool: 'true',
  date: `'2026-07-01'`,
  timestamptz: `'2026-07-01T08:00:00Z'`,
  bytea: `'\\x00'`,
};

/**
 * Puts a row in each table that has none, whatever the schema's age: a value of its type in every column that must
 * have one, the same key everywhere, so that foreign keys are kept. @returns the rows of each table
 */
export async function fillEmptyTables({ db }: Pick<Database, 'db'>): Promise<Map<string, number>> {
  const { rows: columns } = await sql<Column>`
    select table_name, column_name, udt_name, pg_get_constraintdef(rule.oid) as rule from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    left join pg_constraint rule on rule.contype = 'c' and rule.conrelid = format('%I', table_name)::regclass
      and rule.conkey = array[ordinal_position::smallint]
    where table_schema = current_schema() and table_type = 'BASE TABLE'
      and is_nullable = 'NO' and column_default is null order by ordinal_position`.execute(db);
  const counts = new Map<string, number>();
  for (const table of await tablesInOrder(db)) {
    if ((await countRows(db, table)) === 0) {
      const own = columns.filter(({ table_name }) => table_name === table);
      const names = own.map(({ column_name }) => `"${column_name}"`).join(', ');
      const values = own.map((column) => sampleOf(column)).join(', ');
      await sql
        .raw(`insert into "${table}" ${own.length ? `(${names}) values (${values})` : 'default values'}`)
        .execute(db);
    }
    counts.set(table, await countRows(db, table));
  }
  return counts;
}

/** The first of the values that the column's check names, else one of its type. */
function sampleOf({ udt_name, rule }: Column): string {
  return rule?.match(/'[^']*'/)?.[0] ?? BY_TYPE[udt_name] ?? (udt_name.startsWith('_') ? `'{}'` : 'null');
}

async function countRows(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::integer as count from ${sql.table(table)}`.execute(db);
  return rows[0]?.count ?? 0;
}
