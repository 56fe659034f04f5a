import { type Kysely, sql } from 'kysely';

const statements = [
  // A role is a set of permissions; `permissions` keeps what somebody was given beyond it.
  `alter table organization_user add column role text not null default 'merchandiser'
    check (role in ('merchandiser', 'manager', 'data', 'reader', 'administrator'))`,
  // What she reaches: null is everything of the organisation.
  'alter table organization_user add column perimeter jsonb',
  // Kept when she leaves: the journal still says her name.
  'alter table organization_user add column removed_at timestamptz',
  // Who could validate could do everything there was; nobody loses what she had.
  `update organization_user set role = 'administrator', permissions = '{}'
    where permissions ->> 'canValidatePhases' = 'true'`,
  `update organization_user u set permissions = u.permissions || '{"canImport": true}'
    where u.role <> 'administrator'`,
  // Somebody must be able to name the others.
  `update organization_user set role = 'administrator', permissions = '{}'
    where (organization_id, user_id) in (
      select distinct on (u.organization_id) u.organization_id, u.user_id
      from organization_user u
      where not exists (
        select 1 from organization_user a where a.organization_id = u.organization_id and a.role = 'administrator'
      )
      order by u.organization_id, u.created_at, u.user_id
    )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
