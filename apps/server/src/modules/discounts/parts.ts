import { CHANGED_COLUMNS } from '@palier/domain';
import { type RawBuilder, sql } from 'kysely';
import type { ProjectScope } from '../../scope.ts';
import { idList, type Part } from './batches.ts';

type Of = Pick<ProjectScope, 'project_id'> & { activity_id: string };

/** Fewer lines found alike are written each in its own row, which a product's history finds by its key. */
const FEW_FOUND_ALIKE = 8;

/** What a part's lines are set to, and what of it is a change: a reason alone is none. */
function columnsOf({ changes }: Part) {
  const columns = CHANGED_COLUMNS.filter((column) => changes[column] !== undefined);
  return { columns, compared: columns.filter((column) => column !== 'discount_pct_update_description') };
}

const list = (columns: readonly string[], of: (column: string) => string) =>
  sql.raw(columns.map(of).join(', '));

/** The values that a part's lines take, as one row; for `with`: a distributed update takes no function in its `from`. */
export const wantedSql = ({ changes }: Part): RawBuilder<unknown> =>
  sql`wanted as materialized (select n.* from jsonb_populate_record(null::discount, ${JSON.stringify(changes)}::jsonb) n)`;

/** What an update sets of a part's lines, from `wanted n`. */
export const settingSql = (part: Part): RawBuilder<unknown> =>
  list(columnsOf(part).columns, (column) => `${column} = n.${column}`);

/** The lines `d` of a part by their key; those that hold its values already left out where only differences are written. */
export function linesSql({ project_id }: Pick<Of, 'project_id'>, part: Part, differing: boolean) {
  const { compared } = columnsOf(part);
  const differs = compared.length
    ? sql` and (${list(compared, (column) => `d.${column}`)}) is distinct from (${list(compared, (column) => `n.${column}`)})`
    : sql` and false`;
  return sql`d.project_id = ${project_id} and d.discount_id = any(${idList(part.ids)}::uuid[])${differing ? differs : sql``}`;
}

/** The lines of a part as they are, for `with`; after `wanted` where only differences are written. */
export function beforeSql(of: Pick<Of, 'project_id'>, part: Part, differing = false): RawBuilder<unknown> {
  const held = list(columnsOf(part).columns, (column) => `d.${column}`);
  return sql`before as materialized (
      select d.discount_id, ${held} from discount d${differing ? sql`, wanted n` : sql``}
      where ${linesSql(of, part, differing)}
    )`;
}

/** Writes the lines of `before` in the journal, those found alike in one row; for `with`. */
export function loggedSql({ project_id, activity_id }: Of, part: Part): RawBuilder<unknown> {
  const { columns } = columnsOf(part);
  const own = sql`${project_id}::uuid, ${activity_id}::uuid`;
  const changes = sql`${JSON.stringify(part.changes)}::jsonb`;
  return sql`alike as materialized (
      select array_agg(b.discount_id order by b.discount_id) as ids,
        jsonb_build_object(${list(columns, (column) => `'${column}', b.${column}`)}) as old_values
      from before b group by ${list(columns, (column) => `b.${column}`)}
    ), parted as (
      insert into activity_part (project_id, activity_id, part, first_id, last_id, discount_ids, old_values, new_values)
      select ${own}, ${part.part}::integer, ids[1], ids[cardinality(ids)], ids, old_values, ${changes}
      from alike where cardinality(ids) >= ${FEW_FOUND_ALIKE}
    ), logged as (
      insert into activity_line (project_id, activity_id, discount_id, old_values, new_values)
      select ${own}, u.discount_id, a.old_values, ${changes}
      from alike a cross join lateral unnest(a.ids) as u(discount_id) where cardinality(a.ids) < ${FEW_FOUND_ALIKE}
    )`;
}
