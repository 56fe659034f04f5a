import { type RawBuilder, sql } from 'kysely';
import type { ProjectScope } from '../../scope.ts';

/** A line that an activity touched. */
export interface TouchedLine {
  project_id: string;
  activity_id: string;
  discount_id: string;
  old_values: Record<string, unknown>;
  new_values: Record<string, unknown>;
}

interface Which {
  /** One activity's. */
  activity_id?: string;
  /** Those of the activities after one. */
  since?: string;
  /** Those that the caller's condition asks: parts that have none of them are not opened. */
  ids?: readonly string[];
}

/**
 * The lines that a project's activities touched, as a table of the statement: each in a row of its own, whether it was
 * written alone or with those alike. Whoever asks for some lines says it in a condition of the statement too.
 */
export function touchedLines(
  { project_id }: Pick<ProjectScope, 'project_id'>,
  { activity_id, since, ids }: Which,
): RawBuilder<TouchedLine> {
  const acts = (table: 'l' | 'p') =>
    sql`${activity_id ? sql` and ${sql.ref(`${table}.activity_id`)} = ${activity_id}::uuid` : sql``}${
      since ? sql` and ${sql.ref(`${table}.activity_id`)} > ${since}::uuid` : sql``
    }`;
  return sql<TouchedLine>`(
    select l.project_id, l.activity_id, l.discount_id, l.old_values, l.new_values
    from activity_line l where l.project_id = ${project_id}::uuid${acts('l')}
    union all
    select p.project_id, p.activity_id, u.discount_id, p.old_values, p.new_values
    from activity_part p cross join lateral unnest(p.discount_ids) as u(discount_id)
    where p.project_id = ${project_id}::uuid${acts('p')}${within(ids)})`;
}

/** The parts that may have some lines: their ids are in order, and those of a large act are cut where they come. */
function within(ids: readonly string[] | undefined): RawBuilder<unknown> {
  if (ids === undefined || ids.length === 0) return sql``;
  let [first = '', last = ''] = [ids[0]?.toLowerCase(), ids[0]?.toLowerCase()];
  for (const given of ids) {
    const id = given.toLowerCase(); // as the database orders them
    if (id < first) first = id;
    if (id > last) last = id;
  }
  return sql` and p.first_id <= ${last}::uuid and p.last_id >= ${first}::uuid`;
}
