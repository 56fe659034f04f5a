import type { RouteInput } from '@palier/contract';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { quietApi } from '../../../lib/api/client.ts';

/** Groups on a page of the dashboard. */
export const dashboardPageSize = 20;

export interface DashboardSort {
  field: string;
  order: 'asc' | 'desc';
}

const fields = [
  'image_url',
  'stock_qty',
  'in_store_stock_qty',
  'warehouse_stock_qty',
  'stock_qty_on_order',
  'stock_retail_value',
  'discount_pct',
  'discount_pct_reviewed',
  'phase_forecast.sales',
  'phase_forecast.stock',
  'forecast.sales',
  'forecast.stock',
  'forecast.profit_after_leftovers',
  'season_sell_through_pct',
];

/** The groups of a project's first grouping, 20 at a time, with the total. */
export function listGroups(projectId: string, by: string, sort: DashboardSort) {
  return infiniteQueryOptions({
    queryKey: ['projects', projectId, 'summary', 'groups', by, sort],
    queryFn: ({ pageParam, signal }) => {
      const query: RouteInput<'discounts.groups'>['query'] = {
        by: [by],
        size: dashboardPageSize,
        sort: sort.field,
        order: sort.order,
        included: true,
        summary: pageParam === null,
        fields,
        ...(pageParam !== null && { after: pageParam }),
      };
      return quietApi.call('discounts.groups', { params: { id: projectId }, query }, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.cursor,
  });
}
