import type { QueryTree } from '@palier/domain';
import { queryOptions } from '@tanstack/react-query';
import { quietApi } from '../api/client.ts';

/** Metrics that the screens outside the listing show of a total. */
const summaryFields = [
  'previous_discount_pct',
  'stock_qty',
  'stock_cost_value',
  'stock_retail_value',
  'season_sell_through_pct',
  'operation_sales',
  'operation_profit',
  'phase_sales',
  'phase_profit',
  'phase_sales_discount_pct',
  'ongoing_phase_forecast.sales',
  'ongoing_phase_forecast.profit',
  'phase_forecast.sales',
  'phase_forecast.profit',
  'phase_forecast.stock',
  'phase_forecast.sales_discount_pct',
  'phase_forecast.sell_through_pct',
  'forecast.sales',
  'forecast.profit',
  'forecast.profit_after_leftovers',
  'forecast.stock',
  'forecast.sell_through_pct',
  'forecast.discount_budget',
  'discount_budget',
];

/** The total of a project's included lines, or of those that a filter keeps: counts and key metrics. */
export function getProjectSummary(projectId: string, filter: QueryTree | null = null) {
  return queryOptions({
    queryKey: ['projects', projectId, 'summary', filter],
    queryFn: async ({ signal }) => {
      const { summary, discount_count } = await quietApi.call(
        'discounts.list',
        {
          params: { id: projectId },
          query: {
            summary: true,
            size: 1,
            included: true,
            fields: summaryFields,
            ...(filter && { filter }),
          },
        },
        signal,
      );
      return { summary: summary ?? null, discount_count };
    },
  });
}
