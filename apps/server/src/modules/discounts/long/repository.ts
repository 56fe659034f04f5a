import { setImmediate } from 'node:timers/promises';
import { CHANGED_COLUMNS } from '@palier/domain';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { UnfinishedActTable } from '../../../db/tables/project-tables.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Progress } from '../act-progress.ts';
import type { SameChanges } from '../alike-changes.ts';
import { batchesOf, partsOf } from '../batches.ts';
import { sayMany } from '../changes.ts';
import type { LineChanges } from '../decision-changes.ts';
import { settleOptimised } from '../optimised.ts';
import { beforeSql, loggedSql } from '../parts.ts';
import { type Stamp, stampSql } from '../stamp.ts';

export type UnfinishedAct = Selectable<UnfinishedActTable>;
type Key = Pick<UnfinishedAct, 'project_id' | 'activity_id'>;

/** The lines of an act: those that change alike, and the others. */
export interface ActLines {
  same: readonly SameChanges[];
  apart: readonly LineChanges[];
}

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';
/** Lines that one statement changes or removes: others wait for it. */
const LINES_AT_ONCE = 2500;

/** Writes an act down, not seen by anybody: its row, then its lines with what they hold and what they will. */
export async function stageAct(
  db: Db,
  act: Insertable<UnfinishedActTable>,
  { same, apart }: ActLines,
  report: Progress = () => {},
): Promise<void> {
  let count = 0;
  await db.insertInto('unfinished_act').values(act).execute();
  for await (const part of partsOf(same)) {
    await sql`
      with ${beforeSql(act, part)}, ${loggedSql(act, part)} select count(*) from before`.execute(db);
    count += part.ids.length;
    report(count / act.line_count);
  }
  for await (const batch of batchesOf(apart)) {
    const ids = batch.map(({ discount_id }) => discount_id);
    await sql`
      insert into activity_line (project_id, activity_id, discount_id, old_values, new_values)
      select ${act.project_id}::uuid, ${act.activity_id}::uuid, d.discount_id,
        (select jsonb_object_agg(k, to_jsonb(d) -> k) from jsonb_object_keys(c.changes) k), c.changes
      from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as c(discount_id uuid, changes jsonb)
        join discount d on d.discount_id = c.discount_id
      where d.project_id = ${act.project_id} and d.discount_id = any(${ids}::uuid[])`.execute(db);
  }
}

/** From here on the act is ended, whatever happens. */
export async function beginApplying(
  db: Db,
  { project_id }: Pick<UnfinishedAct, 'project_id'>,
): Promise<void> {
  await db
    .updateTable('unfinished_act')
    .set({ applying: true })
    .where('project_id', '=', project_id)
    .execute();
}

/** Changes the lines of an act, a few thousand in each transaction; done again, it changes nothing more. */
export async function applyLines(db: Db, act: UnfinishedAct, report: Progress = () => {}): Promise<void> {
  await applyParts(db, act, report);
  await applyApart(db, act);
}

const stampOf = ({ version, changed_at: at, user_id }: UnfinishedAct): Stamp => ({ version, at, user_id });

/** The lines written down with those alike. */
async function applyParts(db: Db, act: UnfinishedAct, report: Progress): Promise<void> {
  let count = 0;
  for (const part of await partsIn(db, act)) {
    await setImmediate();
    const columns = CHANGED_COLUMNS.filter((column) => column in part.new_values).map(
      (column) => `${column} = n.${column}`,
    );
    const stamp = stampSql(stampOf(act), Object.keys(part.new_values), (column) => `n.${column}`);
    const { numAffectedRows = 0n } = await sql`
      update discount d set ${sql.raw(columns.join(', '))}, ${stamp}
      from jsonb_populate_record(null::discount, ${JSON.stringify(part.new_values)}::jsonb) n
      where d.project_id = ${act.project_id} and d.discount_id = any(array(
        select unnest(discount_ids) from activity_part where project_id = ${act.project_id}
          and activity_id = ${act.activity_id} and part = ${part.number}))`.execute(db);
    count += Number(numAffectedRows);
    report(count / act.line_count);
  }
}

/** The parts of an act, each with the values that its lines take. */
function partsIn(db: Db, { project_id, activity_id }: Key) {
  return db
    .selectFrom('activity_part')
    .select(['part as number', 'new_values'])
    .distinctOn('part')
    .where('project_id', '=', project_id)
    .where('activity_id', '=', activity_id)
    .orderBy('part')
    .execute();
}

/** The lines written down each in its row. */
async function applyApart(db: Db, act: UnfinishedAct): Promise<void> {
  const taken = (column: string) =>
    `case when b.new_values ? '${column}' then n.${column} else d.${column} end`;
  const values = act.columns.map((column) => `${column} = ${taken(column)}`);
  const stamp = stampSql(stampOf(act), act.columns, taken);
  let after: string | undefined = BEFORE_ALL;
  while (after !== undefined) {
    await setImmediate();
    const { rows } = await sql<{ last: string }>`
      with batch as materialized (
        select discount_id, new_values from activity_line
        where project_id = ${act.project_id} and activity_id = ${act.activity_id} and discount_id > ${after}::uuid
        order by discount_id limit ${LINES_AT_ONCE}
      ), written as (
        update discount d set ${sql.raw(values.join(', '))}, ${stamp}
        from batch b cross join lateral jsonb_populate_record(null::discount, b.new_values) n
        where d.project_id = ${act.project_id} and d.discount_id = b.discount_id
          and d.discount_id = any(array(select discount_id from batch))
      )
      select discount_id as last from batch order by discount_id desc limit 1`.execute(db);
    after = rows[0]?.last;
  }
}

/**
 * Puts the act in the journal and the project at its version: it is there for everybody from then on.
 * @returns whether the project has optimisations; null: the act has nothing to do with them
 */
export function finishAct(
  db: Db,
  { project_id, version, details }: Pick<UnfinishedAct, 'project_id' | 'version' | 'details'>,
): Promise<boolean | null> {
  return inTransaction(db, async (tx) => {
    await sql`
      insert into activity (project_id, activity_id, kind, user_id, user_name, comment, line_count, details, version, created_at)
      select project_id, activity_id, kind, user_id, user_name, comment, line_count, details, version, created_at
      from unfinished_act where project_id = ${project_id}`.execute(tx);
    await sql`
      update activity set undone_by = u.activity_id from unfinished_act u
      where activity.project_id = ${project_id} and u.project_id = ${project_id}
        and activity.activity_id = (u.details ->> 'undoes')::uuid`.execute(tx);
    await tx.updateTable('project').set({ version }).where('project_id', '=', project_id).execute();
    await sayMany(tx, { project_id, version });
    await tx.deleteFrom('unfinished_act').where('project_id', '=', project_id).execute();
    return settleOptimised(tx, { project_id }, details);
  });
}

/** Takes back what was written down of an act whose lines have not begun to change. */
export async function forgetAct(db: Db, act: Key): Promise<void> {
  for (const [table, key] of [
    ['activity_part', 'first_id'],
    ['activity_line', 'discount_id'],
  ] as const)
    for (;;) {
      const from = sql`${sql.table(table)} where project_id = ${act.project_id} and activity_id = ${act.activity_id}`;
      const { rows } = await sql`
        delete from ${from} and ${sql.ref(key)} in (select ${sql.ref(key)} from ${from} limit ${LINES_AT_ONCE})
        returning 1`.execute(db);
      if (rows.length === 0) break;
      await setImmediate();
    }
  await db.deleteFrom('unfinished_act').where('project_id', '=', act.project_id).execute();
}

export function unfinishedActs(db: Db, project_id?: string): Promise<UnfinishedAct[]> {
  const all = db.selectFrom('unfinished_act').selectAll();
  return (project_id ? all.where('project_id', '=', project_id) : all).execute();
}
