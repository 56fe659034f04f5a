import { type Kysely, sql } from 'kysely';

const statements = [
  // What was learnt from operations: small, and the organisation's. It outlives the project it comes from, since it is
  // for those that come after: project_id is then that of no project.
  `create table lesson (
    organization_id text not null references organization on delete cascade,
    lesson_id uuid not null,
    operation text not null,
    project_id uuid,
    name text not null,
    reason text,
    sets jsonb not null,
    user_name text not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz,
    primary key (organization_id, lesson_id)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
