import { type Kysely, sql } from 'kysely';

const statements = [
  // What was decided of a check of the quality report: holds for every import until it is taken back.
  `create table quality_decision (
    organization_id text not null references organization,
    code text not null,
    action text not null check (action in ('exclude', 'accept')),
    case_count integer not null,
    user_name text not null,
    created_at timestamptz not null default now(),
    primary key (organization_id, code)
  )`,
  // How files with these headings are read, as the user last confirmed it.
  `create table file_mapping (
    organization_id text not null references organization,
    shape text not null,
    mapping jsonb not null,
    updated_at timestamptz not null default now(),
    primary key (organization_id, shape)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
