import { type Kysely, sql } from 'kysely';

const statements = [
  // Who changed last what several people set: it names her to whoever was changing the same thing. Forgotten after a
  // while. The fingerprint is that of what she left: of anything else that stands there, another has done it.
  `create table recent_change (
    organization_id text not null references organization on delete cascade,
    subject text not null,
    field text not null,
    fingerprint text not null,
    user_id text not null,
    user_name text not null,
    changed_at timestamptz not null,
    primary key (organization_id, subject, field)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
