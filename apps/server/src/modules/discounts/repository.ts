import type { ActivityKind } from '@palier/contract';
import { CHANGED_COLUMNS } from '@palier/domain';
import { type RawBuilder, sql } from 'kysely';
import { actTime, playedTime } from '../../clock.ts';
import type { DbOrTx, Tx } from '../../db/database.ts';
import { readingKeys } from '../../db/long-acts.ts';
import { newId } from '../../ids.ts';
import { findOwner } from '../../recent-projects.ts';
import type { ProjectScope, Scope } from '../../scope.ts';
import { byColumns, inSets, onceEach } from './alike-changes.ts';
import { batchesOf } from './batches.ts';
import type { DecisionChanges, DiscountRow, LineChanges } from './decision-changes.ts';
import { tellLapse } from './submitted.ts';

export type { DecisionChanges, DiscountRow, LineChanges };

export interface DecisionWrite {
  kind: ActivityKind;
  comment: string | null;
  details?: Record<string, unknown>;
  /** The project's version that `takeVersion` gave in the same transaction. */
  version: number;
  /** When it is done; now by default. */
  at?: Date;
}

type ActivityWrite = DecisionWrite & { activity_id: string };

/**
 * Writes changes to lines and the activity that records them: who, when, old and new values, why. One
 * statement up to `BATCH_LINES`. The caller holds the project's row by `takeVersion`, so no other write of the project interleaves.
 * @returns the activity's id and how many lines changed; an activity that touched no line leaves no trace.
 */
export async function writeDecisions(
  tx: Tx,
  project: ProjectScope,
  write: DecisionWrite,
  lines: readonly LineChanges[],
): Promise<{ activity_id: string; line_count: number }> {
  const stamped = withLossesStamped(lines, project, write);
  const written = await inBatches(stamped, async (batch, activity_id) => {
    const parts = batch.length > FEW_LINES ? byColumns(batch) : null;
    if (parts) {
      let count = 0;
      for (const { columns, alike } of parts)
        count += await changeAlike(tx, project, { ...write, activity_id }, alike, columns);
      return count;
    }
    const change = sql`
      select * from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as c(discount_id uuid, changes jsonb)`;
    const ids = batch.map((line) => line.discount_id);
    return changeLines(tx, project, { ...write, activity_id }, change, ids);
  });
  const ids = stamped.map((line) => line.discount_id);
  await tellLapse(tx, project, { ...write, ...written }, ids);
  return written;
}

/** As `writeDecisions`, the same changes for many lines; lines that hold them already are left alone. */
export async function writeSameDecision(
  tx: Tx,
  project: ProjectScope,
  write: DecisionWrite,
  ids: readonly string[],
  changes: DecisionChanges,
): Promise<{ activity_id: string; line_count: number }> {
  const compared = { ...changes };
  delete compared.discount_pct_update_description; // the reason alone is no change
  const written = await inBatches(ids, (batch, activity_id) => {
    const change = sql`
      select d.discount_id, ${JSON.stringify(changes)}::jsonb as changes
      from discount d
      where d.project_id = ${project.project_id} and d.discount_id = any(${[...batch]}::uuid[])
        and not to_jsonb(d) @> ${JSON.stringify(compared)}::jsonb`;
    return changeLines(tx, project, { ...write, activity_id }, change, batch);
  });
  await tellLapse(tx, project, { ...write, ...written }, ids);
  return written;
}

/** The changes of lines, those that take a review saying who did it, when and how. */
export function withLossesStamped(
  lines: readonly LineChanges[],
  { user_name }: ProjectScope,
  { kind, at = actTime() }: Pick<DecisionWrite, 'kind' | 'at'>,
): LineChanges[] {
  const stamp = { review_lost_date: at, review_lost_by: user_name, review_lost_act: kind };
  const stamped = onceEach((changes: DecisionChanges): DecisionChanges => {
    const { discount_pct_reviewed: reviewed, review_lost_pct, review_lost_date } = changes;
    const takes = reviewed === false && review_lost_pct !== undefined && review_lost_date === undefined;
    return takes ? { ...changes, ...stamp } : changes;
  });
  return lines.map(({ discount_id, changes }) => ({ discount_id, changes: stamped(changes) }));
}

/** One activity over all batches, within the caller's transaction; what else the process has to do goes on in between. */
async function inBatches<T>(
  items: readonly T[],
  writeBatch: (batch: readonly T[], activity_id: string) => Promise<number>,
): Promise<{ activity_id: string; line_count: number }> {
  const activity_id = newId();
  let line_count = 0;
  for await (const batch of batchesOf(items)) line_count += await writeBatch(batch, activity_id);
  return { activity_id, line_count };
}

const assignments = sql.raw(CHANGED_COLUMNS.map((column) => `${column} = n.${column}`).join(', '));

/** Beyond, a list of ids is no help to the planner, and rechecking it on every line costs its square. */
const FEW_LINES = 500;

/** The ids are named once more beside the join, so that a few lines are always found by their key. */
async function changeLines(
  tx: Tx,
  project: ProjectScope,
  write: ActivityWrite,
  change: RawBuilder<unknown>,
  ids: readonly string[],
): Promise<number> {
  const { activity_id } = write;
  const named = ids.length <= FEW_LINES ? sql` and d.discount_id = any(${[...ids]}::uuid[])` : sql``;
  const touched = sql`d.project_id = ${project.project_id}${named}`;
  const { rows } = await sql<{ line_count: number }>`
    with change as (${change}), before as (
      select d as line, c.changes from discount d join change c on c.discount_id = d.discount_id where ${touched}
    ), written as (
      update discount d set ${assignments}, version = ${write.version},
        discount_pct_update_date = ${write.at ?? actTime()}, discount_pct_update_user = ${project.user_id}
      from (select n.* from before b cross join lateral jsonb_populate_record(b.line, b.changes) n) n
      where ${touched} and d.discount_id = n.discount_id
    ), recorded as (${activitySql(project, write)}), logged as (
      insert into activity_line (project_id, activity_id, discount_id, old_values, new_values)
      select ${project.project_id}::uuid, ${activity_id}::uuid, (b.line).discount_id,
        (select jsonb_object_agg(k, o.line -> k) from jsonb_object_keys(b.changes) k), b.changes
      from before b cross join lateral (select to_jsonb(b.line) as line offset 0) o
    )
    select count(*)::int as line_count from before`.execute(tx);
  return rows[0]?.line_count ?? 0;
}

/** The activity of the lines of `before`; the batches of one activity add up. */
function activitySql(project: ProjectScope, write: ActivityWrite): RawBuilder<unknown> {
  return sql`
    insert into activity (project_id, activity_id, kind, user_id, user_name, comment, line_count, details, version, created_at)
    select ${project.project_id}::uuid, ${write.activity_id}::uuid, ${write.kind}, ${project.user_id}, ${project.user_name},
      ${write.comment}, b.count, ${JSON.stringify(write.details ?? {})}::jsonb, ${write.version},
      coalesce(${playedTime() ?? null}::timestamptz, now())
    from (select count(*)::int as count from before) b where b.count > 0
    on conflict (project_id, activity_id) do update set line_count = activity.line_count + excluded.line_count`;
}

/**
 * As `changeLines`, for many lines that change the same columns: those are set by name, and each set of values is read
 * once, however many lines take it. Making every line's row a document and back took most of a large write.
 */
async function changeAlike(
  tx: Tx,
  project: ProjectScope,
  write: ActivityWrite,
  lines: readonly LineChanges[],
  columns: readonly (keyof DecisionChanges)[],
): Promise<number> {
  const { ids, places, sets } = inSets(lines);
  const columnList = (of: (column: string) => string) => sql.raw(columns.map(of).join(', '));
  const { rows } = await sql<{ line_count: number }>`
    with wanted as materialized (
      select w.place - 1 as place, w.changes, n.* from jsonb_array_elements(${sets}::jsonb)
        with ordinality as w(changes, place) cross join lateral jsonb_populate_record(null::discount, w.changes) n
    ), before as materialized (
      select d.discount_id, u.place, jsonb_build_object(${columnList((column) => `'${column}', d.${column}`)}) as old_values
      from unnest(${ids}::uuid[], ${places}::int[]) as u(discount_id, place)
        join discount d on d.project_id = ${project.project_id} and d.discount_id = u.discount_id
    ), written as (
      update discount d set ${columnList((column) => `${column} = w.${column}`)}, version = ${write.version},
        discount_pct_update_date = ${write.at ?? actTime()}, discount_pct_update_user = ${project.user_id}
      from before b join wanted w using (place)
      where d.project_id = ${project.project_id} and d.discount_id = b.discount_id
    ), recorded as (${activitySql(project, write)}), logged as (
      insert into activity_line (project_id, activity_id, discount_id, old_values, new_values)
      select ${project.project_id}::uuid, ${write.activity_id}::uuid, b.discount_id, b.old_values, w.changes
      from before b join wanted w using (place)
    )
    select count(*)::int as line_count from before`.execute(tx);
  return rows[0]?.line_count ?? 0;
}

/** Lines by id, of one moment: in batches only where the transaction holds the project's row by `takeVersion`. */
export async function findLines(
  db: DbOrTx,
  project: ProjectScope,
  ids: readonly string[],
): Promise<DiscountRow[]> {
  const rows: DiscountRow[] = [];
  for await (const batch of db.isTransaction ? batchesOf(ids) : [ids]) {
    const found = await db
      .selectFrom('discount')
      .selectAll()
      .where('project_id', '=', project.project_id)
      .where('discount_id', '=', sql<string>`any(${[...batch]}::uuid[])`)
      .execute();
    for (const row of found) rows.push(row);
  }
  return rows;
}

/** What decides the discounts of a line, before it and after. */
const STANDING_COLUMNS = [
  'discount_id',
  'item_group_id',
  'included',
  'discount_pct_user',
  'discount_pct_auto',
  'discount_pct_min',
  'discount_pct_max',
  'previous_discount_pcts',
  'next_discount_pcts',
] as const;
export type StandingRow = Pick<DiscountRow, (typeof STANDING_COLUMNS)[number]>;

/** The same lines, of the columns that decide their discounts alone, which are read in less time. */
export async function findStandings(
  db: DbOrTx,
  project: ProjectScope,
  ids: readonly string[],
): Promise<StandingRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('discount')
    .select(STANDING_COLUMNS)
    .where('project_id', '=', project.project_id)
    .where('discount_id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
}

export async function allLines(db: DbOrTx, project: ProjectScope): Promise<DiscountRow[]> {
  return db.selectFrom('discount').selectAll().where('project_id', '=', project.project_id).execute();
}

/** The project of a line, among the caller's organisation's own. */
export async function projectOfLine(db: DbOrTx, scope: Scope, discount_id: string): Promise<string | null> {
  return findOwner(scope, (projects) =>
    readingKeys(db, () =>
      db
        .selectFrom('discount')
        .select('project_id')
        .where('discount_id', '=', discount_id)
        .where(sql<boolean>`project_id in ${projects}`)
        .executeTakeFirst(),
    ),
  );
}

/** `_id` of each line by product. */
export async function lineIdsByProduct(db: DbOrTx, project: ProjectScope): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('discount')
    .select(['item_group_id', 'discount_id'])
    .where('project_id', '=', project.project_id)
    .execute();
  return new Map(rows.map((row) => [row.item_group_id, row.discount_id]));
}
