import { type Kysely, sql } from 'kysely';

const statements = [
  // What a check wrote and did not publish: its version of the warehouse, and the one that it completes.
  'alter table import add column staged jsonb',
  // Every version of the warehouse that was served, to compare with and go back to.
  `create table warehouse_version (
    organization_id text not null references organization,
    version integer not null,
    published_at timestamptz not null default now(),
    published_by text not null,
    import_id uuid,
    restored_from integer,
    details jsonb not null default '{}',
    primary key (organization_id, version)
  )`,
  `insert into warehouse_version (organization_id, version, published_at, published_by, import_id)
    select distinct on (i.organization_id) i.organization_id, o.warehouse_version, coalesce(j.finished_at, i.created_at), j.created_by, i.import_id
    from import i join organization o on o.organization_id = i.organization_id and o.warehouse_version = i.warehouse_version
    join job j on j.organization_id = i.organization_id and j.job_id = i.job_id
    order by i.organization_id, i.import_id`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
