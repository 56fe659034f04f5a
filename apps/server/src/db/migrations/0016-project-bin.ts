import { type Kysely, sql } from 'kysely';

const statements = [
  // A deleted project waits in the bin, with who put it there.
  'alter table project add column deleted_at timestamptz',
  'alter table project add column deleted_by text',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
