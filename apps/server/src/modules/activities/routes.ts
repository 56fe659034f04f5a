import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/handlers.ts';
import { requireLines } from '../../perimeter.ts';
import type { ProjectScope } from '../../scope.ts';
import { awayLines } from '../departures/index.ts';
import { type Listing, narrows } from '../listing/index.ts';
import { decidedElsewhere } from './phases.ts';
import { isStanding, presentActivity } from './present.ts';
import { activityLineIds, type CountedRow, listActivities } from './repository.ts';
import { commentLine, removeComment, undoActivity } from './service.ts';

const PAGE = 50;

export function activityRoutes(deps: Deps, listing: Listing): Handlers {
  const { db } = deps.database;
  const stores = { db, events: deps.events };
  /** The lines of the caller's perimeter, those that left the project too. */
  async function reachedIds(project: ProjectScope): Promise<string[]> {
    const away = await awayLines({ db, facts: deps.facts }, project);
    return [...(await listing.ids(project, {})), ...away.map(({ discount_id }) => discount_id)];
  }
  async function presentAll(project: ProjectScope, rows: readonly CountedRow[]) {
    const elsewhere = await decidedElsewhere(db, project, rows.filter(isStanding));
    return rows.map((row) => presentActivity(row, elsewhere));
  }
  return {
    'discounts.history': async ({ project, query }) => {
      const ids = narrows(project, query) ? await listing.ids(project, query) : null;
      const rows = await listActivities(db, project, { ids });
      // Counted within the selection: what is out of it is not out of the caller's perimeter.
      return {
        data: await presentAll(
          project,
          rows.map(({ touched_count: _, ...row }) => row),
        ),
      };
    },
    'activity.list': async ({ project, query }) => {
      const size = query.size ?? PAGE;
      const ids = project.perimeter ? await reachedIds(project) : null;
      const rows = await listActivities(db, project, { ids, size: size + 1, after: query.after });
      const page = rows.slice(0, size);
      return {
        data: await presentAll(project, page),
        cursor: rows.length > size ? (page.at(-1)?.activity_id ?? null) : null,
      };
    },
    'activity.undo': async ({ project, params }) => {
      await requireLines(deps.facts, project, await activityLineIds(db, project, params.activityId));
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
