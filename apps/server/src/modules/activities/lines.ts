import { CHANGED_COLUMNS, type ChangedColumn } from '@palier/domain';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { DbOrTx } from '../../db/database.ts';
import type { Tables } from '../../db/tables/tables.ts';
import type { ProjectScope } from '../../scope.ts';
import { DECIDING_COLUMNS, type DecidingColumns, type DiscountRow } from '../discounts/index.ts';
import type { TouchedLine } from './touched.ts';

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
/** A part has at most half as many. */
const PARTS_AT_ONCE = 2;
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
  const last = await lastPart(db, project, activity_id);
  for (let part = 0; part <= last; part += PARTS_AT_ONCE) {
    const some = db
      .selectFrom('activity_part')
      .select(['old_values', 'new_values', sql<string>`unnest(discount_ids)`.as('discount_id')])
      .where('project_id', '=', project.project_id)
      .where('activity_id', '=', activity_id)
      .where('part', '>=', part)
      .where('part', '<', part + PARTS_AT_ONCE);
    for (const one of await withStored(db, project, some)) found.push(one);
  }
  let after: string | undefined = BEFORE_ALL;
  while (after !== undefined) {
    const some = db
      .selectFrom('activity_line')
      .select(['old_values', 'new_values', 'discount_id'])
      .where('project_id', '=', project.project_id)
      .where('activity_id', '=', activity_id)
      .where('discount_id', '>', after)
      .orderBy('discount_id')
      .limit(LINES_AT_ONCE);
    const lines = await withStored(db, project, some);
    for (const one of lines) found.push(one);
    after = lines.flatMap(({ ids }) => ids).reduce<string | undefined>(latest, undefined);
  }
  return found;
}

const latest = (last: string | undefined, id: string): string =>
  last === undefined || id > last ? id : last;

/** The number of an activity's last part; below nought: it has none. */
async function lastPart(db: DbOrTx, { project_id }: ProjectScope, activity_id: string): Promise<number> {
  const row = await db
    .selectFrom('activity_part')
    .select('part')
    .where('project_id', '=', project_id)
    .where('activity_id', '=', activity_id)
    .orderBy('part', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.part ?? -1;
}

type SomeLines = SelectQueryBuilder<
  Tables,
  'activity_part' | 'activity_line',
  Pick<TouchedLine, 'discount_id' | 'old_values' | 'new_values'>
>;

/** Some lines of an activity with what is stored of them. They are named beside the join: else it reads all the project's. */
async function withStored(db: DbOrTx, project: ProjectScope, some: SomeLines): Promise<ActivityLines[]> {
  const stored = STORED_COLUMNS.map((column) => `d.${column}` as const);
  const rows = await db
    .with(
      (cte) => cte('a').materialized(),
      () => some,
    )
    .selectFrom('a')
    .innerJoin('discount as d', 'd.discount_id', 'a.discount_id')
    .where('d.project_id', '=', project.project_id)
    .where(sql<boolean>`d.discount_id = any(array(select discount_id from a))`)
    .select(['a.old_values', 'a.new_values', ...stored])
    .select(sql<string>`string_agg(a.discount_id::text, ',')`.as('ids'))
    .groupBy(['a.old_values', 'a.new_values', ...stored])
    .execute();
  return rows.map(({ old_values, new_values, ids, ...line }) => ({
    ...{ old_values, new_values, stored: line },
    ids: ids.split(','),
  }));
}
