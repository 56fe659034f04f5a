import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import type { ProjectScope } from '../../../scope.ts';
import { type Listing, narrows, type SelectionParams } from '../../listing/index.ts';
import { groupOutOfSync, lineOutOfSync, syncDiscounts } from './service.ts';

/** Discounts taken from another project: what differs by product, and bringing the target up to date. */
export function syncRoutes(
  { database: { db }, events }: Pick<Deps, 'database' | 'events'>,
  listing: Listing,
): Handlers {
  const idsOf = async (project: ProjectScope, params: SelectionParams) =>
    narrows(project, params) ? listing.ids(project, params) : null;
  return {
    'sync.get': async ({ project, params, query }) => ({
      data: await lineOutOfSync(db, project, params.id, query.projects),
    }),
    'sync.get_group': async ({ project, query: { projects, ...selection } }) => ({
      data: await groupOutOfSync(db, project, await idsOf(project, selection), projects),
    }),
    'sync.apply': async ({ project, query, body }) => {
      const { source_project_id, override_optimal_discount_pct, seen, ...selection } = body;
      const ids = await idsOf(project, { ...query, ...selection });
      const {
        version,
        activity_id,
        ids: changed,
        refused,
        optimal_count,
        kept,
      } = await syncDiscounts({ db, events }, project, ids, {
        source_project_id,
        override_optimal: override_optimal_discount_pct ?? false,
        seen,
      });
      return {
        ...{ version, activity_id, discount_count: changed.length, refused, optimal_count },
        ...(kept && { kept }),
      };
    },
  };
}
