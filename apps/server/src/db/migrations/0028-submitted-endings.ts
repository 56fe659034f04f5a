import { type Kysely, sql } from 'kysely';

const statements = [
  // How prices ended when a phase was submitted; not known of submissions made before.
  'alter table phase_approval add column price_endings jsonb',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
