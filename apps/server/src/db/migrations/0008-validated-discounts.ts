import { type Kysely, sql } from 'kysely';

/** What was validated before this table: what projects came with, then what each validation wrote in the journal. */
export const FROM_HISTORY: readonly string[] = [
  `insert into validated_discount (project_id, project_phase, discount_id, discount_pct, carried)
  select d.project_id, i.place - 1, d.discount_id, i.pct::integer, false
  from project p join discount d using (project_id)
    cross join lateral jsonb_array_elements(p.initial_discount_pcts -> d.item_group_id) with ordinality as i(pct, place)
  where i.place <= coalesce(p.working_phase, jsonb_array_length(p.phases))
  on conflict do nothing`,
  // A validation wrote what each line reached, and what it had before; whether it took part is what the next change
  // of it says that it was, else what it is.
  `insert into validated_discount (project_id, project_phase, discount_id, discount_pct, carried)
  select v.project_id, v.project_phase, v.discount_id, v.reached, not (v.included and v.decided)
  from (
    select a.project_id, a.project_phase, l.discount_id, (l.new_values -> 'previous_discount_pcts' ->> -1)::integer as reached,
      coalesce((
        select (later.old_values ->> 'included')::boolean
        from activity_line later join activity b using (project_id, activity_id)
        where later.project_id = a.project_id and later.discount_id = l.discount_id
          and later.old_values ? 'included' and b.version > a.version
        order by b.version limit 1), d.included) as included,
      case when l.old_values ? 'discount_pct_auto'
        then coalesce(l.old_values ->> 'discount_pct_user', l.old_values ->> 'discount_pct_auto') is not null
        else coalesce(d.discount_pct_user, d.discount_pct_auto) is not null end as decided
    from (
      select distinct on (project_id, details ->> 'phase') project_id, activity_id, version,
        (details ->> 'phase')::integer as project_phase
      from activity where kind = 'phase' order by project_id, details ->> 'phase', version desc
    ) a
      join activity_line l using (project_id, activity_id)
      join discount d on d.project_id = l.project_id and d.discount_id = l.discount_id
  ) v
  where (v.included and v.decided) or v.reached > 0
  on conflict (project_id, project_phase, discount_id)
    do update set discount_pct = excluded.discount_pct, carried = excluded.carried`,
];

const statements = [
  // The discount that each line's price stands at in a validated phase; a line without one has no price in it.
  `create table validated_discount (
    project_id uuid not null references project on delete cascade,
    project_phase integer not null,
    discount_id uuid not null,
    discount_pct integer not null,
    carried boolean not null,
    primary key (project_id, project_phase, discount_id)
  )`,
  ...FROM_HISTORY,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
