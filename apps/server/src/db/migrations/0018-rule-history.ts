import { type Kysely, sql } from 'kysely';

const statements = [
  'alter table rule add column active boolean not null default true',
  // What a rule was after each change. Kept when the rule is deleted: its deletion is undone from here, its number is
  // not given again. Pending: a rule deleted since the rulebook was last applied, whose effect is still there.
  `create table rule_version (
    project_id uuid not null references project on delete cascade,
    rule_id uuid not null,
    version integer not null,
    at timestamptz not null default now(),
    user_name text not null,
    action text not null check (action in ('created', 'edited', 'deleted')),
    content jsonb not null,
    pending boolean not null default false,
    primary key (project_id, rule_id, version)
  )`,
  // Rules kept for other projects; small, and the organisation's.
  `create table rule_set (
    organization_id text not null references organization on delete cascade,
    rule_set_id uuid not null,
    name text not null,
    rules jsonb not null,
    user_name text not null,
    created_at timestamptz not null default now(),
    primary key (organization_id, rule_set_id)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
