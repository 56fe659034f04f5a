import { type Kysely, sql } from 'kysely';

/** The validated phases of each project that a validation of the journal closed, the last one of each. */
const CLOSED = `(
  select distinct on (a.project_id, a.details ->> 'phase') a.project_id, a.activity_id, a.version,
    (a.details ->> 'phase')::integer as project_phase
  from activity a join project p on p.project_id = a.project_id
  where a.kind = 'phase' and a.line_count > 0
    and (a.details ->> 'phase')::integer < coalesce(p.working_phase, jsonb_array_length(p.phases))
  order by a.project_id, a.details ->> 'phase', a.version desc
)`;

/**
 * What each line was in the phases validated before this column, as the journal has it: a validation names every line
 * that there was. A line that it does not name came later. Whether one that it names took part: what the validation
 * wrote, else what the next change of its inclusion says that it was, else what it is. Nothing tells of a phase that no
 * validation of the journal closed, nor of one that had no line yet: every line took part.
 *
 * All that is known of a line in a phase is gathered, the first known first, rather than joined: whatever the database
 * believes of tables that it has no statistics of, it takes as long as they are.
 */
export const FROM_JOURNAL: readonly string[] = [
  `update discount d set left_out_phases = o.phases
  from (
    select told.project_id, told.discount_id, array_agg(told.project_phase order by told.project_phase) as phases
    from (
      select known.project_id, known.discount_id, known.project_phase, bool_or(known.named) as named,
        (array_agg(known.included order by known.version nulls last) filter (where known.included is not null))[1] as included
      from (
        select c.project_id, l.discount_id, c.project_phase, false as named, null::bigint as version, l.included
        from ${CLOSED} c join discount l on l.project_id = c.project_id
        union all
        select c.project_id, l.discount_id, c.project_phase, true, c.version, (l.new_values ->> 'included')::boolean
        from ${CLOSED} c join activity_line l on l.project_id = c.project_id and l.activity_id = c.activity_id
        union all
        select c.project_id, u.discount_id, c.project_phase, true, c.version, (l.new_values ->> 'included')::boolean
        from ${CLOSED} c join activity_part l on l.project_id = c.project_id and l.activity_id = c.activity_id
          cross join lateral unnest(l.discount_ids) as u(discount_id)
        union all
        select c.project_id, l.discount_id, c.project_phase, false, a.version, (l.old_values ->> 'included')::boolean
        from ${CLOSED} c join activity a on a.project_id = c.project_id and a.version > c.version
          join activity_line l on l.project_id = a.project_id and l.activity_id = a.activity_id
        where l.old_values ? 'included'
        union all
        select c.project_id, u.discount_id, c.project_phase, false, a.version, (l.old_values ->> 'included')::boolean
        from ${CLOSED} c join activity a on a.project_id = c.project_id and a.version > c.version
          join activity_part l on l.project_id = a.project_id and l.activity_id = a.activity_id
          cross join lateral unnest(l.discount_ids) as u(discount_id)
        where l.old_values ? 'included'
      ) known
      group by known.project_id, known.discount_id, known.project_phase
    ) told
    where not (told.named and told.included)
    group by told.project_id, told.discount_id
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
