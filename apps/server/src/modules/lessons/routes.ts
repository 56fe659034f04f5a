import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/handlers.ts';
import type { PresentProjects } from '../projects/index.ts';
import { changeLesson, forgetLesson, keepLesson, readLessons } from './service.ts';

/** Lessons of the organisation's operations. */
export function lessonRoutes(
  { database }: Pick<Deps, 'database'>,
  presentProjects: PresentProjects,
): Handlers {
  return {
    'lessons.list': async ({ scope }) => ({ data: await readLessons(database, scope, presentProjects) }),
    'lessons.create': ({ scope, body }) => keepLesson(database, scope, body),
    'lessons.update': ({ scope, params, body }) => changeLesson(database, scope, params.id, body),
    'lessons.delete': ({ scope, params }) => forgetLesson(database, scope, params.id),
  };
}
