import type { AbsenceReason } from '@palier/domain';
import type { Session } from '../database/session.ts';
import { raw, sql } from '../database/sql.ts';
import { filterSql } from '../listing/filter.ts';
import { describeItemFields, itemFieldLookup } from '../warehouse/item-fields.ts';
import { listCondition, textTable } from './select.ts';
import type { SnapshotSelection } from './types.ts';

/**
 * Why each of some products is not among the lines that `selectLines` took, by the conditions that it takes them by: the
 * first that fails. Needs the warehouse's tables.
 */
export async function absenceReasons(
  session: Session,
  { item_query, item_group_ids: named, excluded_item_group_ids: excluded = [] }: SnapshotSelection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AbsenceReason>> {
  await textTable(
    session,
    'away',
    // Another name than the products' own column: criteria say that one bare.
    ['away_id'],
    ids.map((id) => [id]),
  );
  const query = filterSql(item_query, itemFieldLookup(await describeItemFields(session, 'w_'), 'w_'));
  const asked = query ?? raw(named ? 'false' : 'true');
  const unwanted = excluded.length > 0 ? await listCondition(session, 'unwanted', excluded) : raw('false');
  const rows = await session.rows<{ item_group_id: string; reason: AbsenceReason }>(
    sql`SELECT a.away_id AS item_group_id,
      CASE WHEN g.item_group_id IS NULL THEN 'unknown' WHEN ${unwanted} THEN 'excluded'
        WHEN coalesce(${asked}, false) THEN 'stock' ELSE 'criteria' END AS reason
    FROM temp.away a LEFT JOIN "w_item_group" g ON g.item_group_id = a.away_id`,
  );
  return new Map(rows.map(({ item_group_id, reason }) => [item_group_id, reason]));
}
