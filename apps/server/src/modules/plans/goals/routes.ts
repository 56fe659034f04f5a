import type { Deps } from '../../../deps.ts';
import { invalid } from '../../../http/errors.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { requireLines } from '../../../perimeter.ts';
import type { ProjectScope, Scope } from '../../../scope.ts';
import { findLines, lineIdsByProduct } from '../../discounts/index.ts';
import type { Listing } from '../../listing/index.ts';
import { openReached } from '../../projects/index.ts';
import { groupGoals } from './overview.ts';
import { assignGoal, checkLineDiscount, type GoalAssignment, mapDiscounts } from './service.ts';

export function goalRoutes(deps: Deps, listing: Listing): Handlers {
  const { db } = deps.database;
  return {
    'goals.get_group': async ({ project, query }) =>
      groupGoals(
        deps,
        project,
        await listing.selection(project, query),
        query.keep_discount_pct_user ?? false,
      ),
    'goals.set_group': async ({ scope, project, query, body }) => {
      const params = { ...query, ...body };
      const { discount_pct_user_map: map, discount_pct_user_map_field: field, seen } = body;
      if (!map !== !field)
        throw invalid('Des démarques par valeur demandent un champ et une démarque pour ses valeurs.');
      const prepare = async (owner: ProjectScope) => {
        const ids = await listing.ids(owner, params);
        const assignment: GoalAssignment = {
          optimization_goal: body.optimization_goal,
          keep_discount_pct_user: body.keep_discount_pct_user ?? true,
          ...(map && field && { discount_pct_user: await mapDiscounts(deps, owner, ids, field, map) }),
        };
        // What she has seen is of the project that she looks at.
        return () => assignGoal(deps, owner, ids, assignment, owner === project ? seen : undefined);
      };
      // Every project is checked before the first is written.
      const assign = await prepare(project);
      const others: (() => Promise<unknown>)[] = [];
      for (const id of otherIds(body.projects, project))
        others.push(await prepare(await openReached(deps, scope, id)));
      const written = await assign();
      for (const assignOther of others) await assignOther();
      return {
        version: written.version,
        activity_id: written.activity_id,
        discount_count: written.ids.length,
        optimization_id: null,
        ...(written.kept && { kept: written.kept }),
      };
    },
    'goals.set': async ({ scope, project, params, body }) => {
      const [line] = await findLines(db, project, [params.id]);
      const targets = [{ project, id: params.id }];
      for (const id of otherIds(body.projects, project)) {
        const twin = await twinOf(scope, id, line?.item_group_id);
        if (twin) targets.push(twin);
      }
      if (body.discount_pct_user !== undefined)
        for (const target of targets)
          await checkLineDiscount(db, target.project, target.id, body.discount_pct_user);
      for (const target of targets) await assignToLine(target.project, target.id, body);
      return listing.line(project, params.id);
    },
  };

  async function assignToLine(
    project: ProjectScope,
    id: string,
    body: { optimization_goal?: string | null | undefined; discount_pct_user?: number | null | undefined },
  ) {
    await assignGoal(deps, project, [id], {
      optimization_goal: body.optimization_goal,
      keep_discount_pct_user: false,
      ...(body.discount_pct_user !== undefined && {
        discount_pct_user: new Map([[id, body.discount_pct_user]]),
      }),
    });
  }

  /** The line of the same product in another project. */
  async function twinOf(scope: Scope, project_id: string, item_group_id: string | undefined) {
    const project = await openReached(deps, scope, project_id);
    const id = (await lineIdsByProduct(db, project)).get(item_group_id ?? '');
    if (id) await requireLines(deps.facts, project, [id]);
    return id ? { project, id } : null;
  }
}

const otherIds = (projects: readonly string[] | undefined, project: ProjectScope): string[] =>
  (projects ?? []).filter((id) => id !== project.project_id);
