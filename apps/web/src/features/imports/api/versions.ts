import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, quietApi } from '../../../lib/api/client.ts';

/** The versions of the organisation's data that are kept, the latest first. */
export function listVersions() {
  return queryOptions({
    queryKey: ['warehouse-versions'],
    queryFn: ({ signal }) => quietApi.call('warehouse_versions.list', {}, signal),
    select: (answer) => answer.data,
  });
}

/** What going back to a version would change. */
export function compareVersion(version: number) {
  return queryOptions({
    queryKey: ['warehouse-versions', version],
    queryFn: ({ signal }) =>
      quietApi.call('warehouse_versions.difference', { params: { version: String(version) } }, signal),
    staleTime: 0,
  });
}

/** Puts a version back in place, as a new one. */
export function useRestoreVersion() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (version: number) =>
      api.call('warehouse_versions.restore', { params: { version: String(version) } }),
    onSettled: () => {
      for (const key of ['warehouse-versions', 'controls', 'imports', 'jobs', 'projects', 'items'])
        void queryClient.invalidateQueries({ queryKey: [key] });
    },
  });
}
