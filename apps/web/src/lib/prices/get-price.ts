import { queryOptions } from '@tanstack/react-query';
import { quietApi } from '../api/client.ts';

/** The price of a product in a phase, with what explains what may be announced; it moves with every decision. */
export function getPrice(projectId: string, lineId: string, phase: number) {
  return queryOptions({
    queryKey: ['projects', projectId, 'stats', 'price', lineId, phase],
    queryFn: ({ signal }) =>
      quietApi.call('prices.get', { params: { id: projectId, lineId }, query: { phase } }, signal),
    staleTime: 0,
  });
}
