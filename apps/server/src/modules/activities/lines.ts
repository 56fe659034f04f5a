import { CHANGED_COLUMNS, type ChangedColumn } from '@palier/domain';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { ProjectScope } from '../../scope.ts';
import { DECIDING_COLUMNS, type DecidingColumns, type DiscountRow } from '../discounts/index.ts';

/** Lines that an activity changed alike and that hold the same decision now. */
export interface ActivityLines {
  old_values: Record<string, unknown>;
  new_values: Record<string, unknown>;
  stored: Pick<DiscountRow, ChangedColumn | 'version'> & DecidingColumns;
  ids: string[];
}

const STORED_COLUMNS = [...new Set([...CHANGED_COLUMNS, ...DECIDING_COLUMNS, 'version' as const])];

/** The lines of an activity that are still in the project, those alike together: each row read apart costs more than undoing it. */
export async function activityLines(
  tx: Tx,
  project: ProjectScope,
  activity_id: string,
): Promise<ActivityLines[]> {
  const stored = STORED_COLUMNS.map((column) => `d.${column}` as const);
  const rows = await tx
    .selectFrom('activity_line as a')
    .innerJoin('discount as d', (join) =>
      join.onRef('d.project_id', '=', 'a.project_id').onRef('d.discount_id', '=', 'a.discount_id'),
    )
    .select(['a.old_values', 'a.new_values', ...stored])
    .select(sql<string>`string_agg(a.discount_id::text, ',')`.as('ids'))
    .where('a.project_id', '=', project.project_id)
    .where('a.activity_id', '=', activity_id)
    .groupBy(['a.old_values', 'a.new_values', ...stored])
    .execute();
  return rows.map(({ old_values, new_values, ids, ...line }) => ({
    ...{ old_values, new_values, stored: line },
    ids: ids.split(','),
  }));
}
