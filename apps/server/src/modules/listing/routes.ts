import type { RouteOutput } from '@palier/contract';
import type { FieldChoice, GroupPages, PageQuery, SelectionStats } from '@palier/domain';
import type { Handlers } from '../../http/handlers.ts';
import { attendProject } from '../../recent-projects.ts';
import type { Listing } from './service.ts';

/** What a request says of the fields and rows it wants. */
type Choice = {
  [K in keyof FieldChoice | 'sort' | 'order' | 'size']?: (FieldChoice & PageQuery)[K] | undefined;
};

export function listingRoutes(listing: Listing): Handlers {
  return {
    'discounts.list': async ({ project, query }) => {
      attendProject(project, project.project_id);
      const request = {
        ...(await listing.selection(project, query)),
        ...choiceOf(query),
        by: query.by ?? [],
        after: query.after ?? null,
        summary: query.summary ?? false,
      };
      const page = await listing.readShown(project, (facts) => facts.lines(request));
      return page ? await listing.presentPage(project, page) : { ...EMPTY_PAGE, cursor: null };
    },
    'discounts.groups': async ({ project, query }) => {
      attendProject(project, project.project_id);
      const request = {
        ...(await listing.selection(project, query)),
        ...choiceOf(query),
        by: query.by ?? [],
        after: query.after ?? null,
        all_levels: query.all_levels ?? false,
        summary: query.summary ?? false,
      };
      const page = await listing.readShown(project, (facts) => facts.groups(request));
      return page ? listing.presentGroups(project, page) : { ...EMPTY_PAGE, group_count: 0, cursor: null };
    },
    'discounts.group_pages': async ({ project, body }) => {
      const request = {
        ...(await listing.selection(project, body)),
        ...choiceOf(body),
        by: body.by,
        ...(body.groups && { groups: body.groups }),
      };
      const pages: GroupPages = (await listing.readShown(project, (facts) => facts.groupPages(request))) ?? {
        data: [],
      };
      const presented = await listing.presentPages(
        project,
        pages.data.map(({ page }) => page),
      );
      return {
        data: presented.map((page, index) => ({
          key: pages.data[index]?.key ?? '',
          keys: pages.data[index]?.keys ?? [],
          page,
        })),
        ...(pages.version !== undefined && { version: pages.version }),
      };
    },
    'discounts.stats': async ({ project, query }) => {
      const selection = await listing.selection(project, query);
      const stats = await listing.read(project, async (facts) => {
        const { phase_forecast, forecast, discount_budget } = await facts.summary(selection);
        return { ...(await facts.stats(selection)), phase_forecast, forecast, discount_budget };
      });
      return (stats ?? EMPTY_STATS) as RouteOutput<'discounts.stats'>;
    },
  };
}

const EMPTY_PAGE = { data: [], discount_count: 0 };
const EMPTY_STATS: SelectionStats = {
  discount_count: 0,
  sum_stock_qty: 0,
  discount_pct: [],
  discount_pct_user_count: 0,
  discount_pct_reviewed_count: 0,
  optimization_goals: [],
  unset_optimization_goal_count: 0,
};

function choiceOf({ fields, includes, excludes, coverage_stat, sort, order, size }: Choice) {
  return {
    ...(fields && { fields }),
    ...(includes && { includes }),
    ...(excludes && { excludes }),
    ...(coverage_stat && { coverage_stat }),
    ...(sort && { sort }),
    ...(order && { order }),
    ...(size && { size }),
  };
}
