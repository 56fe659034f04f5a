import type { LessonChanges, NewLesson } from '@palier/contract';
import type { Selectable } from 'kysely';
import { actTime, playedTime } from '../../clock.ts';
import type { DbOrTx, Tx } from '../../db/database.ts';
import type { LessonTable } from '../../db/tables/lesson-table.ts';
import type { Scope } from '../../scope.ts';

export type LessonRow = Selectable<LessonTable>;

/** The organisation's lessons, the last first. */
export async function listLessons(db: DbOrTx, scope: Scope): Promise<LessonRow[]> {
  return db
    .selectFrom('lesson')
    .selectAll()
    .where('organization_id', '=', scope.organization_id)
    .orderBy('created_at', 'desc')
    .orderBy('lesson_id')
    .execute();
}

export async function insertLesson(
  tx: Tx,
  { organization_id, user_name }: Scope,
  { sets, ...lesson }: NewLesson & { lesson_id: string },
): Promise<LessonRow> {
  return tx
    .insertInto('lesson')
    .values({ organization_id, user_name, ...lesson, sets: JSON.stringify(sets), created_at: playedTime() })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A lesson as it stays until the transaction ends. */
export async function lockLesson(tx: Tx, scope: Scope, lesson_id: string): Promise<LessonRow | undefined> {
  return tx
    .selectFrom('lesson')
    .selectAll()
    .where('organization_id', '=', scope.organization_id)
    .where('lesson_id', '=', lesson_id)
    .forUpdate()
    .executeTakeFirst();
}

/** Undefined when there is no such lesson. */
export async function updateLesson(
  tx: Tx,
  scope: Scope,
  lesson_id: string,
  { name, reason, sets }: LessonChanges,
): Promise<LessonRow | undefined> {
  return tx
    .updateTable('lesson')
    .set({
      updated_at: actTime(),
      ...(name !== undefined && { name }),
      ...(reason !== undefined && { reason }),
      ...(sets !== undefined && { sets: JSON.stringify(sets) }),
    })
    .where('organization_id', '=', scope.organization_id)
    .where('lesson_id', '=', lesson_id)
    .returningAll()
    .executeTakeFirst();
}

/** False when there is no such lesson. */
export async function deleteLesson(tx: Tx, scope: Scope, lesson_id: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('lesson')
    .where('organization_id', '=', scope.organization_id)
    .where('lesson_id', '=', lesson_id)
    .returning('lesson_id')
    .executeTakeFirst();
  return row !== undefined;
}
