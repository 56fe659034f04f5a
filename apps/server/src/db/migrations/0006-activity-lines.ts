import { type Kysely, sql } from 'kysely';

const statements = [
  // A line of an activity is written by the statement that writes the activity, and goes with it: checking each of
  // 100,000 lines against it took a quarter of a large write.
  'alter table activity_line drop constraint activity_line_project_id_activity_id_fkey',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
