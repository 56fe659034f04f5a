import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/handlers.ts';
import { presentView } from './present.ts';
import { changeView, createView, readViews, removeView } from './service.ts';

export function viewRoutes({ database: { db } }: Pick<Deps, 'database'>): Handlers {
  return {
    'views.list': async ({ scope }) => ({ data: (await readViews(db, scope)).map(presentView) }),
    'views.create': async ({ scope, body }) => presentView(await createView(db, scope, body)),
    'views.update': async ({ scope, params, body: { seen, ...changes } }) =>
      presentView(await changeView(db, scope, params.id, changes, seen)),
    'views.delete': ({ scope, params, body }) => removeView(db, scope, params.id, body),
  };
}
