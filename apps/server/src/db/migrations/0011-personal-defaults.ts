import { type Kysely, sql } from 'kysely';

const statements = [
  // A personal view that opens first does so for its author alone: it no longer takes its place from the one of all.
  'drop index view_one_default',
  'create unique index view_one_default on view (organization_id) where is_default and shared',
  'create unique index view_one_own_default on view (organization_id, author_id) where is_default and not shared',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
