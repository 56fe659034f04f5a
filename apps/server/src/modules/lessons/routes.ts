import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/handlers.ts';
import type { PresentProjects } from '../projects/index.ts';
import { changeLesson, forgetLesson, keepLesson, readLessons, requireLesson } from './service.ts';

/** Lessons of the organisation's operations. */
export function lessonRoutes(
  deps: Pick<Deps, 'database' | 'facts'>,
  presentProjects: PresentProjects,
): Handlers {
  const { database } = deps;
  return {
    'lessons.list': async ({ scope }) => ({ data: await readLessons(database, scope, presentProjects) }),
    'lessons.create': ({ scope, body }) => keepLesson(deps, scope, body),
    'lessons.update': async ({ scope, params, body: { seen, ...changes } }) => {
      await requireLesson(database, scope, params.id, presentProjects);
      return changeLesson(database, scope, params.id, changes, seen);
    },
    'lessons.delete': async ({ scope, params, body }) => {
      await requireLesson(database, scope, params.id, presentProjects);
      await forgetLesson(database, scope, params.id, body);
    },
  };
}
