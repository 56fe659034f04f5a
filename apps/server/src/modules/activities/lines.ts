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

const STORED = [...new Set([...CHANGED_COLUMNS, ...DECIDING_COLUMNS, 'version' as const])].map(
  (column) => `d.${column}` as const,
);

/** Lines that one statement reads: the embedded database keeps everybody waiting for it. */
const LINES_AT_ONCE = 5000;
/** A part has at most half as many. */
const PARTS_AT_ONCE = 2;
/** So many lines found alike are read by themselves: a join of all with what they held took more than half of the time. */
const MANY_ALIKE = 500;
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
  const take = async (lines: Promise<ActivityLines[]>) => {
    const own = await lines;
    for (const one of own) found.push(one);
    return own;
  };
  const heads = await readHeads(db, project, activity_id);
  for (const head of heads.filter(isMany)) await take(readAlike(db, project, activity_id, head));
  const few = heads.filter((head) => !isMany(head)).map(({ part }) => part);
  for (let part = few[0]; part !== undefined; ) {
    const end = part + PARTS_AT_ONCE;
    await take(readFew(db, project, activity_id, [part, end]));
    part = few.find((next) => next >= end);
  }
  let after: string | undefined = BEFORE_ALL;
  while (after !== undefined) {
    const lines = await take(readApart(db, project, activity_id, after));
    after = lines.flatMap(({ ids }) => ids).reduce<string | undefined>(latest, undefined);
  }
  return found;
}

const latest = (last: string | undefined, id: string): string =>
  last === undefined || id > last ? id : last;

type Head = Awaited<ReturnType<typeof readHeads>>[number];
const isMany = ({ line_count }: Head): boolean => line_count >= MANY_ALIKE;

const partsOf = (db: DbOrTx, { project_id }: ProjectScope, activity_id: string) =>
  db.selectFrom('activity_part').where('project_id', '=', project_id).where('activity_id', '=', activity_id);

/** The lines found alike of an activity, without their ids, in the order of its parts. */
function readHeads(db: DbOrTx, project: ProjectScope, activity_id: string) {
  return partsOf(db, project, activity_id)
    .select(['part', 'first_id', 'old_values', 'new_values'])
    .select(sql<number>`cardinality(discount_ids)`.as('line_count'))
    .orderBy('part')
    .orderBy('first_id')
    .execute();
}

/** Many lines that an activity found alike. */
async function readAlike(
  db: DbOrTx,
  project: ProjectScope,
  activity_id: string,
  { part, first_id, old_values, new_values }: Head,
): Promise<ActivityLines[]> {
  const ids = partsOf(db, project, activity_id)
    .where('part', '=', part)
    .where('first_id', '=', first_id)
    .select(sql`unnest(discount_ids)`.as('discount_id'));
  const rows = await db
    .selectFrom('discount as d')
    .where('d.project_id', '=', project.project_id)
    .where(sql<boolean>`d.discount_id = any(array(${ids}))`)
    .select(STORED)
    .select(sql<string>`string_agg(d.discount_id::text, ',')`.as('ids'))
    .groupBy(STORED)
    .execute();
  return rows.map(({ ids: named, ...stored }) => ({ old_values, new_values, stored, ids: named.split(',') }));
}

/** The lines of some parts that few others are like. */
function readFew(db: DbOrTx, project: ProjectScope, activity_id: string, [start, end]: [number, number]) {
  const some = partsOf(db, project, activity_id)
    .select(['old_values', 'new_values', sql<string>`unnest(discount_ids)`.as('discount_id')])
    .where('part', '>=', start)
    .where('part', '<', end)
    .where(sql<boolean>`cardinality(discount_ids) < ${MANY_ALIKE}`);
  return withStored(db, project, some);
}

/** Lines written each in its row, from one on. */
function readApart(db: DbOrTx, project: ProjectScope, activity_id: string, after: string) {
  const some = db
    .selectFrom('activity_line')
    .select(['old_values', 'new_values', 'discount_id'])
    .where('project_id', '=', project.project_id)
    .where('activity_id', '=', activity_id)
    .where('discount_id', '>', after)
    .orderBy('discount_id')
    .limit(LINES_AT_ONCE);
  return withStored(db, project, some);
}

type SomeLines = SelectQueryBuilder<
  Tables,
  'activity_part' | 'activity_line',
  Pick<TouchedLine, 'discount_id' | 'old_values' | 'new_values'>
>;

/** Some lines of an activity with what is stored of them. They are named beside the join: else it reads all the project's. */
async function withStored(db: DbOrTx, project: ProjectScope, some: SomeLines): Promise<ActivityLines[]> {
  const rows = await db
    .with(
      (cte) => cte('a').materialized(),
      () => some,
    )
    .selectFrom('a')
    .innerJoin('discount as d', 'd.discount_id', 'a.discount_id')
    .where('d.project_id', '=', project.project_id)
    .where(sql<boolean>`d.discount_id = any(array(select discount_id from a))`)
    .select(['a.old_values', 'a.new_values', ...STORED])
    .select(sql<string>`string_agg(a.discount_id::text, ',')`.as('ids'))
    .groupBy(['a.old_values', 'a.new_values', ...STORED])
    .execute();
  return rows.map(({ old_values, new_values, ids, ...line }) => ({
    ...{ old_values, new_values, stored: line },
    ids: ids.split(','),
  }));
}
