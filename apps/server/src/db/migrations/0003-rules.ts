import { type Kysely, sql } from 'kysely';

const statements = [
  `create table rule (
    project_id uuid not null references project on delete cascade,
    rule_id uuid not null,
    name text not null,
    query jsonb,
    discount_spec_by text,
    discount_spec_map jsonb,
    discount_spec_map_type text check (discount_spec_map_type in ('match', 'fixed', 'range')),
    position integer not null,
    state text not null default 'new' check (state in ('new', 'edited', 'processed')),
    discount_count integer,
    primary key (project_id, rule_id)
  )`,
  // The automatic discount that each line had before rules gave it one: what it goes back to without them.
  `create table rule_line (
    project_id uuid not null references project on delete cascade,
    discount_id uuid not null,
    base_discount_pct_auto integer,
    given_discount_pct_auto integer not null,
    primary key (project_id, discount_id)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
