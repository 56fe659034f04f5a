import { type Kysely, sql } from 'kysely';

const statements = [
  // An act on very many lines of the embedded database, while it is made of several transactions: the row that the
  // journal will have, and how far it has come. Its lines are in activity_line, where nobody sees them without that row.
  `create table unfinished_act (
    project_id uuid primary key references project on delete cascade,
    activity_id uuid not null,
    kind text not null,
    user_id text not null,
    user_name text not null,
    comment text,
    line_count integer not null,
    details jsonb not null,
    version bigint not null,
    created_at timestamptz not null,
    changed_at timestamptz not null,
    columns text[] not null,
    applying boolean not null default false
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
