import { type Kysely, sql } from 'kysely';

const statements = [
  // ρ by line: a rule by the values of a field, null where the organisation's stands. Projects that are there keep
  // the one share they had, written out, until someone is asked.
  'alter table project alter column residual_value drop default',
  'alter table project alter column residual_value drop not null',
  `alter table project alter column residual_value type jsonb
     using jsonb_build_object('field', null, 'values', '{}'::jsonb, 'other', residual_value)`,
  // A scenario's own share goes: plans are compared at the project's. Past runs keep in their parameters what they
  // were made with.
  `update scenario set constraints = constraints - 'residual_value', version = version + 1
     where constraints ? 'residual_value'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
