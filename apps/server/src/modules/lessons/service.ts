import type { Lesson, LessonChanges, NewLesson } from '@palier/contract';
import type { Database } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { notFound, refused } from '../../http/errors.ts';
import { isId, newId } from '../../ids.ts';
import type { Scope } from '../../scope.ts';
import { listProjects, openReached, type PresentProjects } from '../projects/index.ts';
import { changeSeen, deleteSeen, type SeenOf } from '../seen/index.ts';
import {
  deleteLesson,
  insertLesson,
  type LessonRow,
  listLessons,
  lockLesson,
  updateLesson,
} from './repository.ts';

/** A retailer does not read more. */
const MAX_LESSONS = 500;

const NAMED = 'Cette leçon';

export function presentLesson({ lesson_id, organization_id: _, ...row }: LessonRow): Lesson {
  const { created_at, updated_at, ...rest } = row;
  return {
    ...{ _id: lesson_id, ...rest },
    created_at: created_at.toISOString(),
    updated_at: updated_at?.toISOString() ?? null,
  };
}

/** The lessons of the organisation's operations, the last first: those of projects that the caller reaches. */
export async function readLessons(
  { db }: Database,
  scope: Scope,
  presentProjects: PresentProjects,
): Promise<Lesson[]> {
  const lessons = (await listLessons(db, scope)).map(presentLesson);
  if (!scope.perimeter) return lessons;
  const projects = await presentProjects(scope, await listProjects(db, scope));
  const operations = new Set(projects.map(({ operation }) => operation));
  const ids = new Set(projects.map(({ _id }) => _id));
  return lessons.filter(({ operation, project_id }) =>
    project_id === null ? operations.has(operation) : ids.has(project_id),
  );
}

/** @throws 404 for a lesson that the caller is not shown */
export async function requireLesson(
  database: Database,
  scope: Scope,
  lesson_id: string,
  presentProjects: PresentProjects,
): Promise<void> {
  if (!scope.perimeter) return;
  const shown = await readLessons(database, scope, presentProjects);
  if (!shown.some(({ _id }) => _id === lesson_id)) throw notFound(NAMED);
}

/** Keeps a lesson. @throws 404 for another's project, 422 for discounts out of step or too many lessons */
export async function keepLesson(
  deps: Pick<Deps, 'database' | 'facts'>,
  scope: Scope,
  lesson: NewLesson,
): Promise<Lesson> {
  checkSets(lesson.sets);
  if (lesson.project_id !== null) await openReached(deps, scope, lesson.project_id);
  const row = await inTransaction(deps.database.db, async (tx) => {
    if ((await listLessons(tx, scope)).length >= MAX_LESSONS)
      throw refused(
        `Une enseigne garde au plus ${MAX_LESSONS} leçons : supprimez celles qui ne servent plus.`,
      );
    return insertLesson(tx, scope, { ...lesson, lesson_id: newId() });
  });
  return presentLesson(row);
}

/** Changes a lesson; what was taken up from it stays. @throws 404, 409 when it is no longer as it was seen, 422 */
export async function changeLesson(
  { db }: Database,
  scope: Scope,
  lesson_id: string,
  changes: LessonChanges,
  seen?: object,
): Promise<Lesson> {
  checkSets(changes.sets);
  return inTransaction(db, async (tx) => {
    let standing = isId(lesson_id) ? await lockLesson(tx, scope, lesson_id) : undefined;
    const shown = (): Lesson => {
      if (!standing) throw notFound(NAMED);
      return presentLesson(standing);
    };
    return changeSeen(tx, scope, {
      ...{ what: 'cette leçon', subject: `lesson ${lesson_id}`, changes, seen },
      read: async () => contentOf(shown()),
      write: async () => {
        standing = await updateLesson(tx, scope, lesson_id, changes);
        return shown();
      },
    });
  });
}

const contentOf = ({ name, reason, sets }: Pick<Lesson, 'name' | 'reason' | 'sets'>) => ({
  name,
  reason,
  sets,
});

/** Forgets a lesson. @throws 404, 409 when it is no longer as it was seen */
export async function forgetLesson(
  { db }: Database,
  scope: Scope,
  lesson_id: string,
  { seen }: SeenOf = {},
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const standing = isId(lesson_id) ? await lockLesson(tx, scope, lesson_id) : undefined;
    if (!standing) throw notFound(NAMED);
    await deleteSeen(tx, scope, {
      ...{ what: 'cette leçon', subject: `lesson ${lesson_id}`, seen },
      read: async () => contentOf(presentLesson(standing)),
    });
    await deleteLesson(tx, scope, lesson_id);
  });
}

/** A project made with the lesson must be accepted. */
function checkSets(sets: NewLesson['sets'] | undefined): void {
  if (sets?.kind !== 'levels') return;
  const { discount_pct_range: range, discount_step } = sets;
  const rising = range.every((pct, index) => index === 0 || pct > (range[index - 1] ?? 0));
  if (!rising || range.some((pct) => pct % discount_step !== 0))
    throw refused(
      `Les taux d’une leçon sont des multiples de ${discount_step}, du plus faible au plus fort.`,
    );
}
