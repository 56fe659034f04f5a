import { queryOptions } from '@tanstack/react-query';
import { quietApi } from '../../../lib/api/client.ts';

const FIELDS = [
  'phase_forecast.sales_discount_pct',
  'forecast.sales_discount_pct',
  'forecast.profit_after_leftovers',
];

/** The included products of a project by their goal, with what they give under the plan in force. */
export function listGoalsInUse(projectId: string) {
  return queryOptions({
    queryKey: ['projects', projectId, 'summary', 'goals'],
    queryFn: ({ signal }) =>
      quietApi.call(
        'discounts.groups',
        {
          params: { id: projectId },
          query: { by: ['optimization_goal'], included: true, size: 100, fields: FIELDS },
        },
        signal,
      ),
  });
}
