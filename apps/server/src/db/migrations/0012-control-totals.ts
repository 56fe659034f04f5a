import { type Kysely, sql } from 'kysely';

const statements = [
  // What the retailer's till says, by month and place; an empty place: all of them together.
  `create table control_total (
    organization_id text not null references organization,
    month text not null,
    place text not null,
    revenue double precision,
    quantity double precision,
    stock double precision,
    user_name text not null,
    updated_at timestamptz not null default now(),
    primary key (organization_id, month, place)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
