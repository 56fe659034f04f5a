import { setImmediate } from 'node:timers/promises';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { UnfinishedActTable } from '../../../db/tables/project-tables.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { type AlikeChanges, inSets } from '../alike-changes.ts';
import { batchesOf } from '../batches.ts';

export type UnfinishedAct = Selectable<UnfinishedActTable>;

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';
/** Lines that one statement changes or removes: others wait for it. */
const LINES_AT_ONCE = 2500;

/** Writes an act down, not seen by anybody: its row, then its lines with what they hold and what they will. */
export async function stageAct(
  db: Db,
  act: Insertable<UnfinishedActTable>,
  parts: readonly AlikeChanges[],
): Promise<void> {
  await db.insertInto('unfinished_act').values(act).execute();
  for (const { columns, alike } of parts)
    for await (const batch of batchesOf(alike)) {
      const { ids, places, sets } = inSets(batch);
      const former = sql.raw(columns.map((column) => `'${column}', d.${column}`).join(', '));
      await sql`
        insert into activity_line (project_id, activity_id, discount_id, old_values, new_values)
        select d.project_id, ${act.activity_id}::uuid, d.discount_id, jsonb_build_object(${former}), w.changes
        from unnest(${ids}::uuid[], ${places}::int[]) as u(discount_id, place)
          join jsonb_array_elements(${sets}::jsonb) with ordinality as w(changes, number) on w.number - 1 = u.place
          join discount d on d.project_id = ${act.project_id} and d.discount_id = u.discount_id`.execute(db);
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
export async function applyLines(db: Db, act: UnfinishedAct): Promise<void> {
  const values = act.columns.map(
    (column) => `${column} = case when w.new_values ? '${column}' then w.${column} else d.${column} end`,
  );
  let after: string | undefined = BEFORE_ALL;
  while (after !== undefined) {
    await setImmediate();
    const { rows } = await sql<{ last: string }>`
      with batch as materialized (
        select discount_id, new_values from activity_line
        where project_id = ${act.project_id} and activity_id = ${act.activity_id} and discount_id > ${after}::uuid
        order by discount_id limit ${LINES_AT_ONCE}
      ), wanted as materialized (
        select s.new_values, n.* from (select distinct new_values from batch) s
          cross join lateral jsonb_populate_record(null::discount, s.new_values) n
      ), written as (
        update discount d set ${sql.raw(values.join(', '))}, version = ${act.version},
          discount_pct_update_date = ${act.changed_at}, discount_pct_update_user = ${act.user_id}
        from batch b join wanted w on w.new_values = b.new_values
        where d.project_id = ${act.project_id} and d.discount_id = b.discount_id
      )
      select discount_id as last from batch order by discount_id desc limit 1`.execute(db);
    after = rows[0]?.last;
  }
}

/** Puts the act in the journal and the project at its version: it is there for everybody from then on. */
export async function finishAct(db: Db, { project_id, version }: UnfinishedAct): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`
      insert into activity (project_id, activity_id, kind, user_id, user_name, comment, line_count, details, version, created_at)
      select project_id, activity_id, kind, user_id, user_name, comment, line_count, details, version, created_at
      from unfinished_act where project_id = ${project_id}`.execute(tx);
    await sql`
      update activity set undone_by = u.activity_id from unfinished_act u
      where activity.project_id = ${project_id} and u.project_id = ${project_id}
        and activity.activity_id = (u.details ->> 'undoes')::uuid`.execute(tx);
    await tx.updateTable('project').set({ version }).where('project_id', '=', project_id).execute();
    await tx.deleteFrom('unfinished_act').where('project_id', '=', project_id).execute();
  });
}

/** Takes back what was written down of an act whose lines have not begun to change. */
export async function forgetAct(
  db: Db,
  act: Pick<UnfinishedAct, 'project_id' | 'activity_id'>,
): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      delete from activity_line where project_id = ${act.project_id} and activity_id = ${act.activity_id}
        and discount_id in (select discount_id from activity_line
          where project_id = ${act.project_id} and activity_id = ${act.activity_id} limit ${LINES_AT_ONCE})
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
