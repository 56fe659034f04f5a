import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/handlers.ts';
import type { Listing } from '../listing/index.ts';
import { readProject } from '../projects/index.ts';
import { compareDiscounts } from '../simulations/index.ts';
import { presentEditedLine } from './present.ts';
import { editGroup, editLines, rehearseGroupEdit } from './service.ts';

export function discountRoutes(deps: Deps, listing: Listing): Handlers {
  const { db } = deps.database;
  const stores = { db, events: deps.events };
  return {
    'discounts.edit': async ({ project, body }) => {
      const { ids, version, activity_id, rows } = await editLines(stores, project, body);
      const data = rows.map((row) => presentEditedLine(row, project));
      return { data, version, activity_id, discount_count: ids.length };
    },
    'discounts.edit_group': async ({ project, body }) => {
      const ids = await listing.ids(project, body);
      if (body.dry_run) {
        const row = await readProject(db, project, project.project_id);
        const plan = await rehearseGroupEdit(db, project, row, ids, body.edit);
        const effect = await compareDiscounts(deps, project, row, ids, plan.lines);
        return {
          version: row.version,
          activity_id: null,
          discount_count: plan.lines.length,
          refused: plan.refused as Record<string, number>,
          ...effect,
        };
      }
      const written = await editGroup(stores, project, ids, body.edit);
      return {
        version: written.version,
        activity_id: written.activity_id,
        discount_count: written.ids.length,
        refused: written.refused as Record<string, number>,
      };
    },
  };
}
