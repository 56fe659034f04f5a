import { type Kysely, sql } from 'kysely';

const statements = [
  // What was decided against the recommendation when a phase was validated, with what the demand model said of both
  // discounts that day: read whole, so one row a phase. A phase validated before this table has none, and is not counted.
  `create table phase_decision (
    project_id uuid not null references project on delete cascade,
    project_phase integer not null,
    recommended_count integer not null,
    against jsonb not null,
    primary key (project_id, project_phase)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
