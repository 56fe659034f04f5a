import { type Kysely, sql } from 'kysely';

const statements = [
  // What labels bore as a phase was submitted, and whether the figures in use give others; null: not kept, or no price.
  'alter table phase_approval_line add column prices jsonb',
  'alter table phase_approval_line add column repriced boolean not null default false',
  'create index phase_approval_line_repriced on phase_approval_line (project_id) where repriced',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
