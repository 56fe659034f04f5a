import { type Kysely, sql } from 'kysely';

const statements = [
  // The page of a proof, to print: made with it and told in its `proof`; proofs made before have none.
  'alter table price_file_content drop constraint price_file_content_part_check',
  `alter table price_file_content add constraint price_file_content_part_check
    check (part in ('file', 'prices', 'proof', 'page'))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
