import { type Kysely, sql } from 'kysely';

const statements = [
  // Each price file that was made, and what it was of.
  `create table price_file (
    project_id uuid not null references project on delete cascade,
    price_file_id uuid not null,
    project_phase integer not null,
    phase text not null,
    validated boolean not null,
    first_day date not null,
    last_day date not null,
    name text not null,
    template_id text not null,
    template_name text not null,
    format text not null check (format in ('csv', 'xlsx')),
    type text not null,
    scope text not null check (scope in ('all', 'changes')),
    since_id uuid,
    row_count integer not null,
    fingerprint text not null,
    size_bytes integer not null,
    user_id text not null,
    user_name text not null,
    created_at timestamptz not null default now(),
    primary key (project_id, price_file_id)
  )`,
  // Its bytes, and every price of its phase as it stood then, compressed: the database keeps what was sent to shops,
  // so that a backup of it holds it too.
  `create table price_file_content (
    project_id uuid not null references project on delete cascade,
    price_file_id uuid not null,
    part text not null check (part in ('file', 'prices')),
    content bytea not null,
    primary key (project_id, price_file_id, part)
  )`,
  `create table price_template (
    organization_id text not null references organization on delete cascade,
    template_id uuid not null,
    template jsonb not null,
    user_name text not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz,
    primary key (organization_id, template_id)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
