import { type Kysely, sql } from 'kysely';

const statements = [
  // What was sold or planned for a project's lines, as recorded at a data date; its rows are Parquet files in the data
  // folder (serie/<project>/v<version>). `ref` tells series of one source apart: a run, a phase, a name.
  `create table serie (
    project_id uuid not null references project on delete cascade,
    serie_id uuid not null,
    version integer not null,
    serie_date date not null,
    kind text not null check (kind in ('forecast', 'sales')),
    source text not null check (source in ('plan', 'run', 'validated', 'sales', 'imported')),
    ref text not null default '',
    scenario_id text,
    scenario_name text,
    phases jsonb not null,
    line_count integer not null,
    byte_size integer not null,
    checksum text not null,
    recorded_at timestamptz not null default now(),
    primary key (project_id, serie_id),
    unique (project_id, source, kind, serie_date, ref)
  )`,
  // Version of the decisions at which the series were last recorded.
  'alter table project add column series_version integer',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
