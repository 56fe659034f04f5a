import type { QueryTree } from '@palier/domain';
import { queryOptions } from '@tanstack/react-query';
import { quietApi } from '../../../lib/api/client.ts';

/** Products that a scope's preview names. */
export const scopePreviewSize = 6;

/** The values of a field in a project, with the products of each. */
export function getScopeValues(projectId: string, field: string) {
  return queryOptions({
    queryKey: ['projects', projectId, 'scope-values', field],
    queryFn: ({ signal }) =>
      quietApi.call(
        'discounts.groups',
        { params: { id: projectId }, query: { by: [field], size: 100, fields: [] } },
        signal,
      ),
    select: (answer) =>
      answer.data.flatMap(({ keys, discount_count }) => {
        const value = keys[0] ?? null;
        return value === null ? [] : [{ value, count: discount_count }];
      }),
  });
}

/** The first products of a scope, and how many it takes. */
export function getScopePreview(projectId: string, scope: QueryTree | null) {
  return queryOptions({
    queryKey: ['projects', projectId, 'scope-preview', scope],
    queryFn: ({ signal }) =>
      quietApi.call(
        'discounts.list',
        {
          params: { id: projectId },
          query: {
            size: scopePreviewSize,
            included: true,
            fields: ['title'],
            ...(scope && { filter: scope }),
          },
        },
        signal,
      ),
  });
}

/** Whether scenarios have a scope in this organisation. */
export function getScenarioScopeSetting() {
  return queryOptions({
    queryKey: ['settings'],
    queryFn: ({ signal }) => quietApi.call('settings.get', {}, signal),
    select: (settings) => settings.useScenarioScope,
  });
}
