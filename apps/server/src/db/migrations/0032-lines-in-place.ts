import { type Kysely, sql } from 'kysely';

const statements = [
  // Which lines each version of a project's decisions wrote, in place of an index on each line's version: without it an
  // update changes a line where it is, if its page has room, and writes to no index. Null: many lines.
  `create table discount_change (
    project_id uuid not null,
    version bigint not null,
    first_id uuid not null,
    discount_ids uuid[],
    primary key (project_id, version, first_id)
  )`,
  'drop index discount_version',
  // Room in each page for every line of it once more.
  'alter table discount set (fillfactor = 45)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
