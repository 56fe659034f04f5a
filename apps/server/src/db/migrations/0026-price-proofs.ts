import { type Kysely, sql } from 'kysely';

const statements = [
  // The proof of the prices of a file's phase, made at the same instant; files made before have none.
  'alter table price_file add column proof jsonb',
  'alter table price_file_content drop constraint price_file_content_part_check',
  `alter table price_file_content add constraint price_file_content_part_check
    check (part in ('file', 'prices', 'proof'))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
