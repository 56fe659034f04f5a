import {
  DECIDING_ACTS,
  type HeardLine,
  MAX_NAMED_LINES,
  NEWS_DAYS,
  type NewsDetails,
  type NewsKind,
} from '@palier/domain';
import { type Selectable, sql } from 'kysely';
import type { Db, DbOrTx } from '../../db/database.ts';
import type { NewsTable } from '../../db/tables/news-tables.ts';
import type { ActivityTable } from '../../db/tables/project-tables.ts';
import { newId } from '../../ids.ts';
import type { ProjectScope, Scope } from '../../scope.ts';
import { activityLineIds, touchedLines } from '../activities/index.ts';

export type NewsRow = Selectable<NewsTable>;
export type ActRow = Pick<
  Selectable<ActivityTable>,
  'activity_id' | 'kind' | 'user_id' | 'user_name' | 'comment' | 'details' | 'version' | 'created_at'
> & {
  /** What the act is to the reviews of its lines, by itself or because it undoes one; null: it is of something else. */
  review: 'given' | 'taken_back' | null;
};

/** A news to be kept; the same source is told to one person once. */
export interface NewNews {
  user_id: string;
  kind: NewsKind;
  project_id: string | null;
  source_id: string;
  actor_id: string | null;
  actor_name: string | null;
  line_count?: number;
  discount_ids?: readonly string[];
  details?: NewsDetails;
  happened_at: Date;
}

/** What the bell reads at most. */
const MAX_NEWS = 300;
/** Acts read at a time, so that a long journal does not hold the embedded database. */
const MAX_ACTS = 200;
/** Lines whose past is read in one statement. */
const LINES_AT_ONCE = 2500;

/** Keeps news that are not known yet. @returns whom something new was told */
export async function addNews(
  db: DbOrTx,
  { organization_id }: Pick<Scope, 'organization_id'>,
  news: readonly NewNews[],
): Promise<string[]> {
  if (news.length === 0) return [];
  const rows = await db
    .insertInto('news')
    .values(
      news.map(({ discount_ids = [], details = {}, line_count = 0, ...one }) => ({
        ...one,
        organization_id,
        news_id: newId(),
        line_count,
        discount_ids: [...discount_ids.slice(0, MAX_NAMED_LINES)],
        details: JSON.stringify(details),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'user_id', 'kind', 'source_id']).doNothing(),
    )
    .returning('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** What is kept for the caller, latest first. */
export async function listNews(db: DbOrTx, scope: Scope): Promise<NewsRow[]> {
  return db
    .selectFrom('news')
    .selectAll()
    .where('organization_id', '=', scope.organization_id)
    .where('user_id', '=', scope.user_id)
    .orderBy('happened_at', 'desc')
    .limit(MAX_NEWS)
    .execute();
}

/** Marks the caller's news as read: those of `ids`, or all of them. */
export async function markRead(db: DbOrTx, scope: Scope, ids: readonly string[] | null): Promise<void> {
  let query = db
    .updateTable('news')
    .set({ read_at: new Date() })
    .where('organization_id', '=', scope.organization_id)
    .where('user_id', '=', scope.user_id)
    .where('read_at', 'is', null);
  if (ids) query = query.where('news_id', '=', sql<string>`any(${[...ids]}::uuid[])`);
  await query.execute();
}

/** Forgets what is older than the bell keeps, and the mails that said it. */
export async function forgetOldNews(db: Db): Promise<void> {
  const before = new Date(Date.now() - NEWS_DAYS * 86_400_000);
  await db.deleteFrom('news').where('created_at', '<', before).execute();
  await db.deleteFrom('mail').where('created_at', '<', before).execute();
}

/** Projects whose journal has acts that were not read for news. */
export async function projectsBehind(db: Db): Promise<{ organization_id: string; project_id: string }[]> {
  return db
    .selectFrom('project as p')
    .leftJoin('news_mark as m', 'm.project_id', 'p.project_id')
    .select(['p.organization_id', 'p.project_id'])
    .where('p.deleted_at', 'is', null)
    .where(sql<boolean>`p.version > coalesce(m.version, 0)`)
    .execute();
}

/** The version up to which a project's journal was read. */
export async function readMark(db: Db, { project_id }: ProjectScope): Promise<number> {
  const row = await db
    .selectFrom('news_mark')
    .select('version')
    .where('project_id', '=', project_id)
    .executeTakeFirst();
  return row?.version ?? 0;
}

/** Never back: another process may be further. */
export async function putMark(db: Db, { project_id }: ProjectScope, version: number): Promise<void> {
  await db
    .insertInto('news_mark')
    .values({ project_id, version })
    .onConflict((conflict) =>
      conflict.column('project_id').doUpdateSet({ version: sql`greatest(news_mark.version, ${version})` }),
    )
    .execute();
}

/** The journal from a version on (that one too: acts of one version may be written one after the other), oldest first. */
export async function actsFrom(db: Db, { project_id }: ProjectScope, version: number): Promise<ActRow[]> {
  return db
    .selectFrom('activity')
    .select(['activity_id', 'kind', 'user_id', 'user_name', 'comment', 'details', 'version', 'created_at'])
    .select(
      sql<ActRow['review']>`case
        when kind = 'review' then case when details ->> 'taken_back' = 'true' then 'taken_back' else 'given' end
        when kind = 'undo' then (
          select case when u.details ->> 'taken_back' = 'true' then 'given' else 'taken_back' end from activity u
          where u.project_id = activity.project_id and u.activity_id = (activity.details ->> 'undoes')::uuid
            and u.kind = 'review') end`.as('review'),
    )
    .where('project_id', '=', project_id)
    .where('version', '>=', version)
    .orderBy('version')
    .orderBy('activity_id')
    .limit(MAX_ACTS)
    .execute();
}

/** The lines of an act, each with those who had decided, reviewed or commented it before, a few thousand at a time. */
export async function* heardLines(
  db: Db,
  project: ProjectScope,
  act: Pick<ActRow, 'activity_id' | 'version'>,
): AsyncGenerator<HeardLine[]> {
  const { project_id } = project;
  const touched = (await activityLineIds(db, project, act.activity_id)).sort();
  for (let start = 0; start < touched.length; start += LINES_AT_ONCE) {
    const ids = touched.slice(start, start + LINES_AT_ONCE);
    const { rows } = await sql<HeardLine>`
      select l.discount_id,
        (array_agg(a.user_id order by a.version desc) filter (where a.kind = any(${[...DECIDING_ACTS]}::text[])))[1] as decider,
        (array_agg(a.user_id order by a.version desc) filter (where a.kind = 'review'))[1] as reviewer,
        coalesce(array_agg(distinct a.user_id) filter (where a.kind = 'comment'), '{}') as commenters
      from ${touchedLines(project, { ids })} l
      left join activity a on a.project_id = ${project_id} and a.activity_id = l.activity_id
        and a.version < ${act.version} and (a.undone_by is null or a.undone_by = ${act.activity_id})
      where l.discount_id = any(${ids}::uuid[])
      group by l.discount_id order by l.discount_id`.execute(db);
    yield rows;
  }
}

/** Who leads a project, and those who decided or reviewed a line of it. */
export async function participantsOf(db: Db, { project_id }: ProjectScope): Promise<string[]> {
  const kinds = [...DECIDING_ACTS, 'review'];
  const { rows } = await sql<{ user_id: string }>`
    select distinct user_id from activity where project_id = ${project_id} and kind = any(${kinds}::text[])
    union select coalesce(pilot_user_id, created_by) from project where project_id = ${project_id}`.execute(
    db,
  );
  return rows.map(({ user_id }) => user_id);
}

/** Who submitted a phase of a project last, before a version of its decisions. */
export async function submitterBefore(
  db: Db,
  { project_id }: ProjectScope,
  version: number,
): Promise<string | null> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from activity where project_id = ${project_id} and kind = 'submitted' and version <= ${version}
    order by version desc limit 1`.execute(db);
  return rows[0]?.user_id ?? null;
}

/** The product of each of some lines. */
export async function codesOf(
  db: DbOrTx,
  { project_id }: ProjectScope,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('discount')
    .select(['discount_id', 'item_group_id'])
    .where('project_id', '=', project_id)
    .where('discount_id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.discount_id, row.item_group_id]));
}

/** The act that submitted what waits to be signed in a project. */
export async function submissionAct(
  db: DbOrTx,
  { project_id }: ProjectScope,
  submission_id: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('activity')
    .select('activity_id')
    .where('project_id', '=', project_id)
    .where('kind', '=', 'submitted')
    .where(sql<boolean>`details ->> 'approval_id' = ${submission_id}`)
    .executeTakeFirst();
  return row?.activity_id ?? null;
}

/** When data arrived in the caller's organisation last. */
export async function lastArrival(db: DbOrTx, { organization_id }: Scope): Promise<Date | null> {
  const row = await db
    .selectFrom('warehouse_version')
    .select(({ fn }) => fn.max('published_at').as('at'))
    .where('organization_id', '=', organization_id)
    .where('restored_from', 'is', null)
    .executeTakeFirst();
  return row?.at ?? null;
}
