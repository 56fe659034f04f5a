import { type Kysely, sql } from 'kysely';

// What belongs to an organisation: small tables, kept whole on every node where the database is distributed.
const organizationTables = [
  `create table organization (
    organization_id text primary key,
    name text not null,
    settings jsonb not null default '{}',
    warehouse_version integer not null default 0,
    created_at timestamptz not null default now()
  )`,
  `create table organization_user (
    organization_id text not null references organization,
    user_id text not null,
    name text not null,
    email text not null,
    permissions jsonb not null default '{}',
    created_at timestamptz not null default now(),
    primary key (organization_id, user_id)
  )`,
  'create index organization_user_user_id on organization_user (user_id)',
  'create index organization_user_email on organization_user (lower(email))',
  `create table view (
    organization_id text not null references organization,
    view_id uuid not null,
    author_id text not null,
    name text not null,
    description text,
    parameters jsonb not null,
    shared boolean not null,
    is_partial boolean not null,
    starred boolean not null,
    is_default boolean not null default false,
    created_at timestamptz not null default now(),
    primary key (organization_id, view_id)
  )`,
  'create unique index view_one_default on view (organization_id) where is_default',
  `create table scenario (
    organization_id text not null references organization,
    scenario_id uuid not null,
    name text not null,
    version integer not null default 1,
    goal text not null,
    parameters jsonb not null default '{}',
    created_at timestamptz not null default now(),
    primary key (organization_id, scenario_id)
  )`,
  `create table job (
    organization_id text not null references organization,
    job_id uuid not null,
    kind text not null check (kind in ('import', 'snapshot', 'optimization')),
    project_id uuid,
    status text not null check (status in ('requested', 'running', 'completed', 'cancelled', 'failed')),
    stage text,
    progress double precision not null default 0,
    attempt integer not null default 0,
    error text,
    created_by text not null,
    created_at timestamptz not null default now(),
    started_at timestamptz,
    finished_at timestamptz,
    primary key (organization_id, job_id)
  )`,
  'create index job_created_at on job (organization_id, created_at desc)',
  `create table import (
    organization_id text not null references organization,
    import_id uuid not null,
    job_id uuid not null,
    files jsonb not null,
    options jsonb not null default '{}',
    report jsonb,
    warehouse_version integer,
    created_at timestamptz not null default now(),
    primary key (organization_id, import_id),
    foreign key (organization_id, job_id) references job on delete cascade
  )`,
  `create table optimization (
    organization_id text not null references organization,
    optimization_id uuid not null,
    job_id uuid not null,
    scenario_id uuid,
    name text not null,
    goal text not null,
    parameters jsonb not null default '{}',
    result_overview jsonb,
    created_at timestamptz not null default now(),
    primary key (organization_id, optimization_id),
    foreign key (organization_id, job_id) references job on delete cascade
  )`,
];

// What belongs to a project: project_id comes first in every key.
const projectTables = [
  `create table project (
    project_id uuid primary key,
    organization_id text not null references organization,
    name text not null,
    section text,
    project_group_id text,
    is_project_group_leader boolean not null default false,
    data_date date,
    end_date date,
    phases jsonb not null default '[]',
    working_phase integer,
    accounting_currency text not null default 'EUR',
    catalog_currency text not null default 'EUR',
    catalog jsonb not null default '{"include_stock_on_order": false}',
    discount_pct_range jsonb not null,
    discount_step integer not null default 10 check (discount_step in (5, 10)),
    objective jsonb,
    use_third_party_forecast boolean not null default true,
    has_series boolean not null default false,
    has_optimizations boolean not null default false,
    selection jsonb not null default '{}',
    version bigint not null default 0,
    snapshot_version integer not null default 0,
    created_by text not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  'create index project_organization_id on project (organization_id)',
  `create table discount (
    project_id uuid not null references project on delete cascade,
    discount_id uuid not null,
    item_group_id text not null,
    included boolean not null default true,
    discount_pct_user integer check (discount_pct_user between 0 and 100),
    discount_pct_auto integer check (discount_pct_auto between 0 and 100),
    discount_pct_opti integer check (discount_pct_opti between 0 and 100),
    discount_pct_is_optimal boolean not null default false,
    discount_pct_min integer,
    discount_pct_max integer,
    optimization_goal text,
    discount_pct_reviewed boolean not null default false,
    previous_discount_pcts integer[] not null default '{}',
    next_discount_pcts integer[] not null default '{}',
    applied_discount_rule_ids uuid[] not null default '{}',
    discount_pct_update_date timestamptz,
    discount_pct_update_user text,
    discount_pct_update_description text,
    version bigint not null,
    primary key (project_id, discount_id),
    unique (project_id, item_group_id)
  )`,
  'create index discount_version on discount (project_id, version)',
  `create table activity (
    project_id uuid not null references project on delete cascade,
    activity_id uuid not null,
    kind text not null,
    user_id text not null,
    user_name text not null,
    description text,
    line_count integer not null,
    details jsonb not null default '{}',
    undone_by uuid,
    version bigint not null,
    created_at timestamptz not null default now(),
    primary key (project_id, activity_id)
  )`,
  `create table activity_line (
    project_id uuid not null,
    activity_id uuid not null,
    discount_id uuid not null,
    old_values jsonb not null,
    new_values jsonb not null,
    primary key (project_id, activity_id, discount_id),
    foreign key (project_id, activity_id) references activity on delete cascade
  )`,
  'create index activity_line_discount on activity_line (project_id, discount_id)',
  `create table optimization_project (
    project_id uuid not null references project on delete cascade,
    optimization_id uuid not null,
    project_phase integer,
    objective_value double precision,
    gap double precision,
    in_listing boolean not null default false,
    overview jsonb not null default '{}',
    created_at timestamptz not null default now(),
    primary key (project_id, optimization_id)
  )`,
  `create table optimization_line (
    project_id uuid not null,
    optimization_id uuid not null,
    discount_id uuid not null,
    discount_pct integer not null,
    next_discount_pct integer,
    sales_qty_forecast double precision,
    is_optimal boolean not null,
    primary key (project_id, optimization_id, discount_id),
    foreign key (project_id, optimization_id) references optimization_project on delete cascade
  )`,
  'create index optimization_line_discount on optimization_line (project_id, discount_id)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...organizationTables, ...projectTables]) await sql.raw(statement).execute(db);
}
