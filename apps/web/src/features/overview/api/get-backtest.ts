import { queryOptions } from '@tanstack/react-query';
import { quietApi } from '../../../lib/api/client.ts';

/** Forecasts of the phases decided so far against what they sold. */
export function getBacktest(projectId: string) {
  return queryOptions({
    queryKey: ['projects', projectId, 'backtest'],
    queryFn: ({ signal }) => quietApi.call('projects.backtest', { params: { id: projectId } }, signal),
  });
}
