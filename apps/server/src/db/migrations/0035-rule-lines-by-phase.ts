import { type Kysely, sql } from 'kysely';

const statements = [
  // What rules gave is of the phase that was worked then: the next one starts from what was validated, and a phase that
  // is taken back has its own again. What was kept so far is taken as the present phase's.
  'alter table rule_line add column project_phase integer not null default 0',
  `update rule_line l set project_phase = coalesce(p.working_phase, jsonb_array_length(p.phases) - 1)
    from project p where p.project_id = l.project_id`,
  'alter table rule_line drop constraint rule_line_pkey',
  'alter table rule_line add primary key (project_id, project_phase, discount_id)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
