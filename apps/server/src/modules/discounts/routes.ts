import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/handlers.ts';
import { requireLines } from '../../perimeter.ts';
import type { Listing } from '../listing/index.ts';
import { whatIf } from '../plans/index.ts';
import { presentEditedLine } from './present.ts';
import { editGroup, editLines } from './service.ts';

export function discountRoutes(deps: Deps, listing: Listing): Handlers {
  const { db } = deps.database;
  const stores = { db, events: deps.events };
  return {
    'discounts.edit': async ({ project, body }) => {
      await requireLines(deps.facts, project, Object.keys(body));
      const { ids, version, activity_id, rows, has_optimizations } = await editLines(stores, project, body);
      const data = rows.map((row) => presentEditedLine(row, project, { has_optimizations }));
      return { data, version, activity_id, discount_count: ids.length };
    },
    'discounts.edit_group': async ({ project, body }) => {
      if (body.dry_run) {
        const { comment: _, ...edit } = body.edit;
        return { ...(await whatIf(deps, listing, project, [{ ...body, edit }])), activity_id: null };
      }
      const ids = await listing.ids(project, body);
      const { kept, ...written } = await editGroup(stores, project, ids, body.edit, body.seen);
      return {
        version: written.version,
        activity_id: written.activity_id,
        discount_count: written.ids.length,
        refused: written.refused as Record<string, number>,
        ...(kept && { kept }),
      };
    },
  };
}
