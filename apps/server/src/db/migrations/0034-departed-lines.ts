import { type Kysely, sql } from 'kysely';

const statements = [
  // Decided lines that new figures no longer have, with what they were in the former ones; returned: they are back.
  `create table departed_line (
    project_id uuid not null references project on delete cascade,
    activity_id uuid not null,
    discount_id uuid not null,
    item_group_id text not null,
    title text,
    reason text not null check (reason in ('stock', 'criteria', 'excluded', 'unknown')),
    project_phase integer not null,
    discount_pct integer,
    discount_kind text,
    included boolean not null,
    reviewed boolean not null,
    decided_by text,
    stock_qty double precision,
    sales double precision,
    discount_budget double precision,
    returned boolean not null default false,
    primary key (project_id, activity_id, discount_id)
  )`,
  'create index departed_line_away on departed_line (project_id, discount_id) where not returned',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
