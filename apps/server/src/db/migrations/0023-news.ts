import { type Kysely, sql } from 'kysely';

const statements = [
  // What concerns one person, kept for her: read on one device is read on all. Small, and the organisation's: an act of
  // a journal is a row for each person that it concerns, for ninety days.
  `create table news (
    organization_id text not null references organization on delete cascade,
    news_id uuid not null,
    user_id text not null,
    kind text not null,
    project_id uuid,
    source_id text not null,
    actor_id text,
    actor_name text,
    line_count integer not null default 0,
    discount_ids uuid[] not null default '{}',
    details jsonb not null default '{}',
    happened_at timestamptz not null,
    created_at timestamptz not null default now(),
    read_at timestamptz,
    mail_id uuid,
    primary key (organization_id, news_id),
    unique (organization_id, user_id, kind, source_id)
  )`,
  'create index news_of_user on news (organization_id, user_id, happened_at desc)',
  // How far a project's journal was read for news. What was done before there were any is none.
  `create table news_mark (
    project_id uuid primary key references project on delete cascade,
    version bigint not null default 0
  )`,
  'insert into news_mark (project_id, version) select project_id, version from project',
  // How each topic is sent to her by e-mail; what is left out is in the digest of the day.
  `alter table organization_user add column mail_choices jsonb not null default '{}'`,
  // A mail is made once, of news that no other has, and tried until it is sent, refused, or too old.
  `create table mail (
    organization_id text not null references organization on delete cascade,
    mail_id uuid not null,
    user_id text not null,
    kind text not null check (kind in ('now', 'digest')),
    day date,
    status text not null default 'waiting' check (status in ('waiting', 'sending', 'sent', 'failed', 'dropped')),
    attempt integer not null default 0,
    next_at timestamptz not null default now(),
    error text,
    created_at timestamptz not null default now(),
    primary key (organization_id, mail_id),
    unique (organization_id, user_id, kind, day)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
