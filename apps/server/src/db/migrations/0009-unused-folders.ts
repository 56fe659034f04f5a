import { type Kysely, sql } from 'kysely';

const statements = [
  // Names this database among those that may share a data folder.
  'create table installation (installation_id uuid primary key default gen_random_uuid())',
  'insert into installation default values',
  // Folders of facts and uploads that nobody uses since: written and not published yet, replaced, or of a deleted
  // project. Only these are ever removed.
  `create table unused_folder (
    organization_id text not null references organization,
    path text not null,
    unused_since timestamptz not null default now(),
    primary key (organization_id, path)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
