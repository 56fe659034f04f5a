import { queryOptions } from '@tanstack/react-query';
import { quietApi } from '../../../lib/api/client.ts';

/** What each rule that takes a line does to it; asked again when its rules, discount or shields change. */
export function readRuleEffects(projectId: string, lineId: string, stamp: string) {
  return queryOptions({
    queryKey: ['projects', projectId, 'rule-effects', lineId, stamp],
    queryFn: async ({ signal }) =>
      (await quietApi.call('rules.effects', { params: { id: lineId } }, signal)).data,
    staleTime: 60_000,
  });
}
