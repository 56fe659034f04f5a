import { type Kysely, sql } from 'kysely';

const statements = [
  // Lines that an act found alike and changed alike, in one row: the row of each in activity_line, with its two indexes,
  // took as long as the change itself. A line of an act is in the one table or in the other.
  `create table activity_part (
    project_id uuid not null,
    activity_id uuid not null,
    part integer not null,
    first_id uuid not null,
    last_id uuid not null,
    discount_ids uuid[] not null,
    old_values jsonb not null,
    new_values jsonb not null,
    primary key (project_id, activity_id, part, first_id)
  )`,
  // Ids do not compress.
  'alter table activity_part alter column discount_ids set storage external',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
