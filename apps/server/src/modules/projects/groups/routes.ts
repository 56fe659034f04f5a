import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { userNames } from '../../organizations/index.ts';
import { listGroups, removeGroup, saveGroup } from './service.ts';

export function groupRoutes(deps: Pick<Deps, 'database' | 'events'>): Handlers {
  const { db } = deps.database;
  return {
    'project_groups.list': async ({ scope }) => ({ data: await listGroups(db, scope) }),
    'project_groups.create': ({ scope, body }) => saveGroup(deps, scope, null, body),
    'project_groups.update': ({ scope, params, body: { seen, ...group } }) =>
      saveGroup(deps, scope, params.id, group, seen),
    'project_groups.delete': ({ scope, params, body }) => removeGroup(deps, scope, params.id, body),
    'people.list': async ({ scope }) => ({
      data: [...(await userNames(db, scope))].map(([_id, name]) => ({ _id, name })),
    }),
  };
}
