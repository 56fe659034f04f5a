import { type Kysely, sql } from 'kysely';

const statements = [
  // The projects that a scenario was made for, or has run on: screens list those of the collection at hand. Null: of
  // before, listed everywhere. A deleted one keeps its name, which lines and runs still show.
  'alter table scenario add column projects uuid[]',
  'alter table scenario add column simple boolean not null default false',
  'alter table scenario add column deleted_at timestamptz',
  `update scenario set simple = true where name = 'Optimisation simple'`,
  // A run's letter, by its place: the same for the runs of a scenario, and never another's on a project they share.
  'alter table optimization add column place int not null default 0',
  `update optimization o set place = ranked.place from (
    select organization_id, optimization_id, dense_rank() over (partition by organization_id order by first) - 1 as place
    from (
      select organization_id, optimization_id,
        min(optimization_id::text) over (partition by organization_id, coalesce(scenario_id::text, goal)) as first
      from optimization
    ) as firsts
  ) as ranked
  where o.organization_id = ranked.organization_id and o.optimization_id = ranked.optimization_id`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
