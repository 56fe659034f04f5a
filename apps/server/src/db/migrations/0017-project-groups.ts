import { type Kysely, sql } from 'kysely';

const statements = [
  // The name that people gave a group; one without a row is called after its leader.
  `create table project_group (
    organization_id text not null references organization,
    project_group_id text not null,
    name text not null,
    created_by text not null,
    created_at timestamptz not null default now(),
    primary key (organization_id, project_group_id)
  )`,
  // Who leads the work on a project; null: who made it.
  'alter table project add column pilot_user_id text',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
