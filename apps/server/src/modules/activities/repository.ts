import { APPROVAL_KINDS } from '@palier/contract';
import { type Selectable, sql } from 'kysely';
import { playedTime } from '../../clock.ts';
import type { DbOrTx, Tx } from '../../db/database.ts';
import type { ActivityTable } from '../../db/tables/project-tables.ts';
import { newId } from '../../ids.ts';
import type { ProjectScope } from '../../scope.ts';
import { touchedLines } from './touched.ts';

export type ActivityRow = Selectable<ActivityTable>;

/** `touched_count`: all the lines of an entry that was counted within a perimeter. */
export type CountedRow = ActivityRow & { touched_count?: number };

const MAX_ACTIVITIES = 200;

/**
 * Activities from the latest on, those of given lines only when `ids` says so. For somebody with a perimeter `ids` are
 * its lines (of her selection): an activity counts those alone.
 */
export async function listActivities(
  db: DbOrTx,
  project: ProjectScope,
  {
    ids,
    size = MAX_ACTIVITIES,
    after,
  }: { ids: readonly string[] | null; size?: number; after?: string | undefined },
): Promise<CountedRow[]> {
  let query = db.selectFrom('activity').selectAll().where('project_id', '=', project.project_id);
  if (after) query = query.where('activity_id', '<', after);
  if (ids) {
    query = query.where('activity_id', 'in', (eb) =>
      eb
        .selectFrom(touchedLines(project, { ids }).as('l'))
        .select('l.activity_id')
        .where('l.discount_id', '=', sql<string>`any(${[...ids]}::uuid[])`),
    );
  }
  const rows = await query.orderBy('activity_id', 'desc').limit(size).execute();
  return ids && project.perimeter ? countWithin(db, project, rows, ids) : rows;
}

/** Some activities of a project, by id. */
export async function activitiesById(
  db: DbOrTx,
  project: ProjectScope,
  activity_ids: readonly string[],
): Promise<ActivityRow[]> {
  if (activity_ids.length === 0) return [];
  return db
    .selectFrom('activity')
    .selectAll()
    .where('project_id', '=', project.project_id)
    .where('activity_id', '=', sql<string>`any(${[...activity_ids]}::uuid[])`)
    .execute();
}

/** Activities with how many of some lines each touched. */
async function countWithin(
  db: DbOrTx,
  project: ProjectScope,
  rows: readonly ActivityRow[],
  ids: readonly string[],
): Promise<CountedRow[]> {
  const counts = await db
    .selectFrom(touchedLines(project, { ids }).as('l'))
    .select(['activity_id', sql<number>`count(*)::int`.as('line_count')])
    .where('activity_id', '=', sql<string>`any(${rows.map(({ activity_id }) => activity_id)}::uuid[])`)
    .where('discount_id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .groupBy('activity_id')
    .execute();
  const byId = new Map(counts.map((row) => [row.activity_id, row.line_count]));
  return rows.map((row) => ({
    ...row,
    line_count: byId.get(row.activity_id) ?? 0,
    touched_count: row.line_count,
  }));
}

export async function findActivity(
  db: DbOrTx,
  project: ProjectScope,
  activity_id: string,
): Promise<ActivityRow | undefined> {
  return db
    .selectFrom('activity')
    .selectAll()
    .where('project_id', '=', project.project_id)
    .where('activity_id', '=', activity_id)
    .executeTakeFirst();
}

export async function activityLineIds(
  db: DbOrTx,
  project: ProjectScope,
  activity_id: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom(touchedLines(project, { activity_id }).as('l'))
    .select('l.discount_id')
    .execute();
  return rows.map((row) => row.discount_id);
}

/** Whether an activity has lines in a table whose change is one of prices. */
const changesPrices = (table: 'activity_line' | 'activity_part') => sql<boolean>`exists (
  select from ${sql.table(table)} l
  where l.project_id = activity.project_id and l.activity_id = activity.activity_id and l.old_values ?|
    array['discount_pct_user', 'discount_pct_auto', 'discount_pct_min', 'discount_pct_max', 'included', 'next_discount_pcts'])`;

/** When a project's discounts, or what is in force of them, last changed; null when they never did. */
export async function lastDiscountChange(db: DbOrTx, project: ProjectScope): Promise<Date | null> {
  const row = await db
    .selectFrom('activity')
    .select('created_at')
    .where('project_id', '=', project.project_id)
    .where('kind', 'not in', ['review', 'comment', 'project', 'departed', ...APPROVAL_KINDS])
    // Undoing a review, or doing it again, leaves every price where it is.
    .where((eb) =>
      eb.or([eb('kind', '<>', 'undo'), changesPrices('activity_line'), changesPrices('activity_part')]),
    )
    .orderBy('activity_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at ?? null;
}

/**
 * What lines would hold without the changes that the caller made since an activity, and how many of them stand: an act
 * that was undone counts for nothing, nor does its undoing. What a colleague decided meanwhile is not the caller's
 * effect, and stays. A line that is not named has not moved.
 */
export async function valuesWithoutOwn(
  db: DbOrTx,
  project: ProjectScope,
  since: string,
): Promise<{ values: Map<string, Record<string, unknown>>; count: number }> {
  const rows = await db
    .selectFrom(touchedLines(project, { since }).as('l'))
    .innerJoin('activity as a', (join) =>
      join.onRef('a.project_id', '=', 'l.project_id').onRef('a.activity_id', '=', 'l.activity_id'),
    )
    .select(['l.activity_id', 'l.discount_id', 'l.old_values', 'a.user_id', 'a.undone_by', 'a.details'])
    .where('a.project_id', '=', project.project_id)
    .orderBy('l.activity_id')
    .execute();
  const values = new Map<string, Record<string, unknown>>();
  const standing = new Set<string>();
  for (const { activity_id, discount_id, old_values, user_id, undone_by, details } of rows) {
    const changed = Object.keys(old_values);
    if (changed.length === 0) continue;
    const own = user_id === project.user_id;
    const known = values.get(discount_id) ?? {};
    const kept = Object.entries(known).filter(([column]) => own || !changed.includes(column));
    values.set(discount_id, { ...(own && old_values), ...Object.fromEntries(kept) });
    const undoes = details.undoes;
    if (own && undone_by === null && !(typeof undoes === 'string' && undoes > since))
      standing.add(activity_id);
  }
  return { values, count: standing.size };
}

export async function markUndone(
  tx: Tx,
  project: ProjectScope,
  activity_id: string,
  by: string | null,
): Promise<void> {
  await tx
    .updateTable('activity')
    .set({ undone_by: by })
    .where('project_id', '=', project.project_id)
    .where('activity_id', '=', activity_id)
    .execute();
}

/** What is said without changing a line, and of which lines; none: of the project. */
interface Entry extends Pick<ActivityRow, 'kind' | 'comment' | 'details'> {
  ids: readonly string[];
  /** The project's next version, taken in the same transaction. */
  version: number;
}

/** Puts an entry in the journal that changes no line. */
export async function addEntry(
  tx: Tx,
  project: ProjectScope,
  { ids, details, ...entry }: Entry,
): Promise<ActivityRow> {
  const activity_id = newId();
  const row = await tx
    .insertInto('activity')
    .values({
      ...{ project_id: project.project_id, activity_id, ...entry, line_count: ids.length },
      ...{ user_id: project.user_id, user_name: project.user_name, details: JSON.stringify(details) },
      created_at: playedTime(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await sql`
    insert into activity_line (project_id, activity_id, discount_id, old_values, new_values)
    select ${project.project_id}::uuid, ${activity_id}::uuid, id, '{}', '{}' from unnest(${[...ids]}::uuid[]) as id`.execute(
    tx,
  );
  return row;
}

/** Takes a comment away with its mention of the line. */
export async function deleteComment(db: DbOrTx, project: ProjectScope, activity_id: string): Promise<void> {
  await db
    .with('gone', (qb) =>
      qb
        .deleteFrom('activity')
        .where('project_id', '=', project.project_id)
        .where('activity_id', '=', activity_id)
        .where('kind', '=', 'comment')
        .returning('activity_id'),
    )
    .deleteFrom('activity_line')
    .where('project_id', '=', project.project_id)
    .where('activity_id', 'in', (eb) => eb.selectFrom('gone').select('activity_id'))
    .execute();
}
