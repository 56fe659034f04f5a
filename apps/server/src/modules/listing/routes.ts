import type { GroupPage, GroupPages, LinePage, ProjectStats } from '@palier/analytics';
import type { RouteOutput } from '@palier/contract';
import type { Handlers } from '../../http/handlers.ts';
import type { Listing } from './service.ts';

type Choice = {
  fields?: string[] | undefined;
  includes?: string[] | undefined;
  excludes?: string[] | undefined;
  coverage_stat?: 'q1' | 'q2' | 'q3' | undefined;
  sort?: string | undefined;
  order?: 'asc' | 'desc' | undefined;
  size?: number | undefined;
};

export function listingRoutes(listing: Listing): Handlers {
  return {
    'discounts.list': async ({ project, query }) => {
      const request = {
        ...(await listing.selection(project, query)),
        ...choiceOf(query),
        by: query.by ?? [],
        after: query.after ?? null,
        summary: query.summary ?? false,
      };
      const page = await listing.read(project, (facts) => facts.lines(request));
      return page ? answered(await listing.presentPage(project, page)) : { ...EMPTY_PAGE, cursor: null };
    },
    'discounts.groups': async ({ project, query }) => {
      const request = {
        ...(await listing.selection(project, query)),
        ...choiceOf(query),
        by: query.by ?? [],
        after: query.after ?? null,
        all_levels: query.all_levels ?? false,
        summary: query.summary ?? false,
      };
      const page = await listing.read(project, (facts) => facts.groups(request));
      return page ? (page as GroupAnswer) : { ...EMPTY_PAGE, group_count: 0, cursor: null };
    },
    'discounts.group_pages': async ({ project, body }) => {
      const request = {
        ...(await listing.selection(project, body)),
        ...choiceOf(body),
        by: body.by,
        ...(body.groups && { groups: body.groups }),
      };
      const pages: GroupPages = (await listing.read(project, (facts) => facts.groupPages(request))) ?? {
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
          page: answered(page),
        })),
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
const EMPTY_STATS: ProjectStats = {
  discount_count: 0,
  sum_stock_qty: 0,
  discount_pct: [],
  discount_pct_user_count: 0,
  discount_pct_reviewed_count: 0,
  optimization_goals: [],
  unset_optimization_goal_count: 0,
};

/** The contract's page has every field of the catalogue open; rows come from the facts field by field. */
type PageAnswer = Omit<LinePage, 'data' | 'summary'> & { data: never[]; summary?: never };
type GroupAnswer = Omit<GroupPage, 'data' | 'summary'> & { data: never[]; summary?: never };
const answered = (page: LinePage) => page as unknown as PageAnswer;

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
