import { type Kysely, sql } from 'kysely';

/**
 * What each line was in the phases validated before this column, as the journal has it: a validation names every line
 * that there was. A line that it does not name came later. Whether one that it names took part: what the validation
 * wrote, else what the next change of its inclusion says that it was, else what it is. Nothing tells of a phase that no
 * validation of the journal closed, nor of one that had no line yet: every line took part.
 */
export const FROM_JOURNAL: readonly string[] = [
  `update discount d set left_out_phases = o.phases
  from (
    select v.project_id, l.discount_id, array_agg(v.project_phase order by v.project_phase) as phases
    from (
      select distinct on (a.project_id, a.details ->> 'phase') a.project_id, a.activity_id, a.version,
        (a.details ->> 'phase')::integer as project_phase
      from activity a join project p on p.project_id = a.project_id
      where a.kind = 'phase' and a.line_count > 0
        and (a.details ->> 'phase')::integer < coalesce(p.working_phase, jsonb_array_length(p.phases))
      order by a.project_id, a.details ->> 'phase', a.version desc
    ) v
      join discount l on l.project_id = v.project_id
      left join (
        select t.project_id, t.activity_id, t.discount_id, (t.new_values ->> 'included')::boolean as included
        from (
          select project_id, activity_id, discount_id, new_values from activity_line
          union all
          select p.project_id, p.activity_id, u.discount_id, p.new_values
          from activity_part p cross join lateral unnest(p.discount_ids) as u(discount_id)
        ) t join activity b on b.project_id = t.project_id and b.activity_id = t.activity_id
        where b.kind = 'phase'
      ) seen on seen.project_id = v.project_id and seen.activity_id = v.activity_id and seen.discount_id = l.discount_id
      left join (
        select t.project_id, t.discount_id, c.project_phase,
          (array_agg(t.included order by b.version))[1] as included
        from (
          select project_id, activity_id, discount_id, (old_values ->> 'included')::boolean as included
          from activity_line where old_values ? 'included'
          union all
          select p.project_id, p.activity_id, u.discount_id, (p.old_values ->> 'included')::boolean
          from activity_part p cross join lateral unnest(p.discount_ids) as u(discount_id)
          where p.old_values ? 'included'
        ) t
          join activity b on b.project_id = t.project_id and b.activity_id = t.activity_id
          join (
            select project_id, (details ->> 'phase')::integer as project_phase, max(version) as version
            from activity where kind = 'phase' group by project_id, details ->> 'phase'
          ) c on c.project_id = t.project_id and b.version > c.version
        group by t.project_id, t.discount_id, c.project_phase
      ) later on later.project_id = v.project_id and later.discount_id = l.discount_id
        and later.project_phase = v.project_phase
    where seen.discount_id is null or not coalesce(seen.included, later.included, l.included)
    group by v.project_id, l.discount_id
  ) o
  where d.project_id = o.project_id and d.discount_id = o.discount_id`,
  // The figures of a closed project count the phases that each line took part in: these are computed again.
  `update project p set snapshot_summary = snapshot_summary || '{"whole_phases": true}'
  where working_phase is null and snapshot_version > 0 and exists (
    select from discount d where d.project_id = p.project_id and d.left_out_phases <> '{}')`,
];

const statements = [
  // The validated phases that each line took no part in.
  `alter table discount add column left_out_phases integer[] not null default '{}'`,
  ...FROM_JOURNAL,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
