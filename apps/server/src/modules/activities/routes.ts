import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/handlers.ts';
import type { Listing, SelectionParams } from '../listing/index.ts';
import { presentActivity } from './present.ts';
import { listActivities } from './repository.ts';
import { commentLine, removeComment, undoActivity } from './service.ts';

const PAGE = 50;

export function activityRoutes(deps: Deps, listing: Listing): Handlers {
  const { db } = deps.database;
  const stores = { db, events: deps.events };
  return {
    'discounts.history': async ({ project, query }) => {
      const ids = narrows(query) ? await listing.ids(project, query) : null;
      return { data: (await listActivities(db, project, { ids })).map(presentActivity) };
    },
    'activity.list': async ({ project, query }) => {
      const size = query.size ?? PAGE;
      const rows = await listActivities(db, project, { ids: null, size: size + 1, after: query.after });
      const page = rows.slice(0, size);
      return {
        data: page.map(presentActivity),
        cursor: rows.length > size ? (page.at(-1)?.activity_id ?? null) : null,
      };
    },
    'activity.undo': async ({ project, params }) => {
      const undone = await undoActivity(stores, project, params.activityId);
      const { version, activity_id, ids, kept } = undone;
      return { version, activity_id, discount_count: ids.length, conflict_count: kept };
    },
    'comments.create': async ({ project, params, body }) =>
      presentActivity(await commentLine(stores, project, params.id, body.comment)),
    'comments.delete': async ({ project, params }) => {
      await removeComment(stores, project, params.id, params.activityId);
      return undefined;
    },
  };
}

/** Whether a selection says anything: without a filter every line is meant, and every activity with it. */
function narrows({ filter, q, included, hide_zero, scope }: SelectionParams): boolean {
  return Boolean(filter?.rules.length || q || included || hide_zero || (scope && scope !== 'all'));
}
