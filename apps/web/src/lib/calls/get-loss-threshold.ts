import { queryOptions } from '@tanstack/react-query';
import { quietApi } from '../api/client.ts';

/** From which fall of merit, in points, a plan is said to lose. */
export function getLossThreshold() {
  return queryOptions({
    queryKey: ['loss-threshold'],
    queryFn: ({ signal }) => quietApi.call('loss_threshold.get', {}, signal),
  });
}
