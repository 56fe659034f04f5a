import type { ActivityKind } from '@palier/contract';
import { CHANGED_COLUMNS } from '@palier/domain';
import { type RawBuilder, sql } from 'kysely';
import { actTime, playedTime } from '../../clock.ts';
import type { DbOrTx, Tx } from '../../db/database.ts';
import { readingKeys } from '../../db/long-acts.ts';
import { newId } from '../../ids.ts';
import { findOwner } from '../../recent-projects.ts';
import type { ProjectScope, Scope } from '../../scope.ts';
import type { Progress } from './act-progress.ts';
import { onceEach, sameChanges } from './alike-changes.ts';
import { batchesOf, type Part, partsOf } from './batches.ts';
import { changeSql, forgetOldChanges } from './changes.ts';
import type { DecisionChanges, DiscountRow, LineChanges } from './decision-changes.ts';
import { beforeSql, linesSql, loggedSql, settingSql, wantedSql } from './parts.ts';
import { DISCOUNT_COLUMNS, type Stamp, stampSql } from './stamp.ts';
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
  report?: Progress | undefined;
}

type ActivityWrite = DecisionWrite & { activity_id: string };

/**
 * Writes changes to lines and the activity that records them: who, when, old and new values, why. Those of many lines
 * are written by the values that they take. The caller holds the project's row by `takeVersion`, so no other write of the project interleaves.
 * @returns the activity's id and how many lines changed; an activity that touched no line leaves no trace.
 */
export async function writeDecisions(
  tx: Tx,
  project: ProjectScope,
  write: DecisionWrite,
  lines: readonly LineChanges[],
): Promise<{ activity_id: string; line_count: number }> {
  const stamped = withLossesStamped(lines, project, write);
  const { same, apart } = stamped.length > FEW_LINES ? sameChanges(stamped) : { same: [], apart: stamped };
  const own = { ...write, activity_id: newId() };
  let line_count = 0;
  for await (const part of partsOf(same)) {
    line_count += await changeSame(tx, project, own, part);
    write.report?.(line_count / stamped.length);
  }
  for await (const batch of batchesOf(apart)) {
    const change = sql`
      select * from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as c(discount_id uuid, changes jsonb)`;
    const ids = batch.map((line) => line.discount_id);
    line_count += await changeLines(tx, project, own, change, ids);
    write.report?.(line_count / stamped.length);
  }
  const ids = stamped.map((line) => line.discount_id);
  await tellLapse(tx, project, own, ids);
  await forgetOldChanges(tx, { ...project, version: write.version });
  return { activity_id: own.activity_id, line_count };
}

/** As `writeDecisions`, the same changes for many lines; lines that hold them already are left alone. */
export async function writeSameDecision(
  tx: Tx,
  project: ProjectScope,
  write: DecisionWrite,
  ids: readonly string[],
  changes: DecisionChanges,
): Promise<{ activity_id: string; line_count: number }> {
  const own = { ...write, activity_id: newId() };
  let line_count = 0;
  if (ids.length > FEW_LINES)
    for await (const part of partsOf([{ changes, ids: [...ids].sort() }]))
      line_count += await changeSame(tx, project, own, part, { differing: true });
  else line_count = await changeFewSame(tx, project, own, ids, changes);
  await tellLapse(tx, project, own, ids);
  await forgetOldChanges(tx, { ...project, version: write.version });
  return { activity_id: own.activity_id, line_count };
}

function changeFewSame(
  tx: Tx,
  project: ProjectScope,
  write: ActivityWrite,
  ids: readonly string[],
  changes: DecisionChanges,
): Promise<number> {
  const compared = { ...changes };
  delete compared.discount_pct_update_description; // the reason alone is no change
  const change = sql`
    select d.discount_id, ${JSON.stringify(changes)}::jsonb as changes
    from discount d
    where d.project_id = ${project.project_id} and d.discount_id = any(${[...ids]}::uuid[])
      and not to_jsonb(d) @> ${JSON.stringify(compared)}::jsonb`;
  return changeLines(tx, project, write, change, ids);
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

const assignments = sql.raw(CHANGED_COLUMNS.map((column) => `${column} = n.${column}`).join(', '));

const stampOf = ({ user_id }: ProjectScope, { version, at = actTime() }: DecisionWrite): Stamp => ({
  ...{ version, at, user_id },
});

/** Beyond, lines are written by the values that they take, and those found alike share a row of the journal. */
const FEW_LINES = 500;

/** The ids are named once more beside the joins: without them each reads all the lines of the project. */
async function changeLines(
  tx: Tx,
  project: ProjectScope,
  write: ActivityWrite,
  change: RawBuilder<unknown>,
  ids: readonly string[],
): Promise<number> {
  const { activity_id } = write;
  const touched = sql`d.project_id = ${project.project_id} and d.discount_id = any(${[...ids]}::uuid[])`;
  const { rows } = await sql<{ line_count: number }>`
    with change as (${change}), before as (
      select d as line, c.changes from discount d join change c on c.discount_id = d.discount_id where ${touched}
    ), written as (
      update discount d set ${assignments}, ${stampSql(stampOf(project, write), CHANGED_COLUMNS, (column) => `n.${column}`)}
      from (select n.* from before b cross join lateral jsonb_populate_record(b.line, b.changes) n) n
      where ${touched} and d.discount_id = n.discount_id
    ), told as (${changeSql({ ...project, version: write.version }, { from: 'before', id: '(b.line).discount_id' })}),
    recorded as (${activitySql(project, write)}), logged as (
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

/** As `changeLines`, for many lines that take the same values: they are found by their key and set by name. */
async function changeSame(
  tx: Tx,
  project: ProjectScope,
  write: ActivityWrite,
  part: Part,
  { differing = false } = {},
): Promise<number> {
  const of = { project_id: project.project_id, activity_id: write.activity_id };
  const { rows } = await sql<{ line_count: number }>`
    with ${wantedSql(part)}, ${beforeSql(of, part, differing)}, written as (
      update discount d set ${settingSql(part)}, ${stampSql(stampOf(project, write), Object.keys(part.changes), (column) => `n.${column}`)}
      from wanted n where ${linesSql(of, part, differing)}
    ), told as (${changeSql({ ...of, version: write.version }, { from: 'before', id: 'b.discount_id' })}),
    recorded as (${activitySql(project, write)}), ${loggedSql(of, part)}
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

/** The acts that gave a project's lines the versions named. */
export async function actsOf(
  db: DbOrTx,
  project: ProjectScope,
  versions: readonly number[],
): Promise<Map<number, { user_name: string; created_at: Date }>> {
  const rows = await db
    .selectFrom('activity')
    .select(['version', 'user_name', 'created_at'])
    .where('project_id', '=', project.project_id)
    .where('version', 'in', [...new Set(versions)])
    .execute();
  return new Map(rows.map(({ version, ...act }) => [Number(version), act]));
}

/** What decides the discounts of a line, before it and after. */
const STANDING_COLUMNS = ['discount_id', 'item_group_id', ...DISCOUNT_COLUMNS, 'next_discount_pcts'] as const;
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
