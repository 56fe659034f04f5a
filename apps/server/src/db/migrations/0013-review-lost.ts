import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table discount add column review_lost_date timestamptz, add column review_lost_by text,
        add column review_lost_act text, add column review_lost_pct integer`,
    )
    .execute(db);
}
