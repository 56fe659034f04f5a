import { CHANGED_COLUMNS, type ChangedColumn } from '@palier/domain';
import { sql } from 'kysely';
import type { DbOrTx } from '../../db/database.ts';
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

/** Lines that one statement reads: the embedded database keeps everybody waiting for it. */
const LINES_AT_ONCE = 5000;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * The lines of an activity that are still in the project, those alike together: each row read apart costs more than
 * undoing it. The caller holds the project's row by `takeVersion`, or keeps others away.
 */
export async function activityLines(
  db: DbOrTx,
  project: ProjectScope,
  activity_id: string,
): Promise<ActivityLines[]> {
  const found: ActivityLines[] = [];
  let after: string | undefined = BEFORE_ALL;
  while (after !== undefined) {
    const lines = await nextLines(db, project, activity_id, after);
    for (const one of lines) found.push(one);
    after = lines.flatMap(({ ids }) => ids).reduce<string | undefined>(latest, undefined);
  }
  return found;
}

const latest = (last: string | undefined, id: string): string =>
  last === undefined || id > last ? id : last;

/** As `activityLines`, of the next few thousand. */
async function nextLines(
  db: DbOrTx,
  project: ProjectScope,
  activity_id: string,
  after: string,
): Promise<ActivityLines[]> {
  const stored = STORED_COLUMNS.map((column) => `d.${column}` as const);
  const rows = await db
    .selectFrom((from) =>
      from
        .selectFrom('activity_line')
        .select(['project_id', 'discount_id', 'old_values', 'new_values'])
        .where('project_id', '=', project.project_id)
        .where('activity_id', '=', activity_id)
        .where('discount_id', '>', after)
        .orderBy('discount_id')
        .limit(LINES_AT_ONCE)
        .as('a'),
    )
    .innerJoin('discount as d', (join) =>
      join.onRef('d.project_id', '=', 'a.project_id').onRef('d.discount_id', '=', 'a.discount_id'),
    )
    .select(['a.old_values', 'a.new_values', ...stored])
    .select(sql<string>`string_agg(a.discount_id::text, ',')`.as('ids'))
    .groupBy(['a.old_values', 'a.new_values', ...stored])
    .execute();
  return rows.map(({ old_values, new_values, ids, ...line }) => ({
    ...{ old_values, new_values, stored: line },
    ids: ids.split(','),
  }));
}
