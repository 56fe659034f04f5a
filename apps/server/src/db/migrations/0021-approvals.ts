import { type Kysely, sql } from 'kysely';

const statements = [
  // Each time that a phase was put to signature, and what came of it; decision null: it waits still.
  `create table phase_approval (
    project_id uuid not null references project on delete cascade,
    approval_id uuid not null,
    project_phase integer not null,
    label text not null,
    start_date date not null,
    end_date date not null,
    submitted_by text not null,
    submitted_name text not null,
    submitted_at timestamptz not null default now(),
    word text,
    version bigint not null,
    to_user_id text,
    causes jsonb not null default '[]',
    decision text check (decision in ('signed', 'returned', 'withdrawn', 'replaced')),
    decided_by text,
    decided_name text,
    decided_at timestamptz,
    decision_word text,
    for_user_id text,
    for_name text,
    primary key (project_id, approval_id)
  )`,
  // What was seen of each line of the submission that waits. Logged: its lapse is in the journal.
  `create table phase_approval_line (
    project_id uuid not null references project on delete cascade,
    discount_id uuid not null,
    discount_pct integer,
    worked_pct integer not null,
    logged boolean not null default false,
    primary key (project_id, discount_id)
  )`,
  'alter table project add column submission_id uuid',
  // Whom a manager's signature is given to while she is away.
  `create table signature_delegation (
    organization_id text not null references organization on delete cascade,
    user_id text not null,
    delegate_id text not null,
    from_date date not null,
    to_date date not null,
    created_at timestamptz not null default now(),
    primary key (organization_id, user_id)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
