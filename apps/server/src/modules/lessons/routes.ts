import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/handlers.ts';
import { changeLesson, forgetLesson, keepLesson, readLessons } from './service.ts';

/** Lessons of the organisation's operations. */
export function lessonRoutes({ database }: Pick<Deps, 'database'>): Handlers {
  return {
    'lessons.list': async ({ scope }) => ({ data: await readLessons(database, scope) }),
    'lessons.create': ({ scope, body }) => keepLesson(database, scope, body),
    'lessons.update': ({ scope, params, body }) => changeLesson(database, scope, params.id, body),
    'lessons.delete': ({ scope, params }) => forgetLesson(database, scope, params.id),
  };
}
