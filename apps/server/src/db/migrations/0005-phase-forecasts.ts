import { type Kysely, sql } from 'kysely';

const statements = [
  // What a phase was expected to sell, line by line, when it was validated (or rebuilt from the history before
  // it, for the phases that came before the project): kept to be compared with what it sells.
  `create table phase_forecast (
    project_id uuid not null references project on delete cascade,
    project_phase integer not null,
    discount_id uuid not null,
    source text not null check (source in ('validated', 'rebuilt')),
    from_date date not null,
    to_date date not null,
    discount_pct integer not null,
    sales_qty real not null,
    sales_qty_p10 real not null,
    sales_qty_p90 real not null,
    primary key (project_id, project_phase, discount_id)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
