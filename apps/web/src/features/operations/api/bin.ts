import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, quietApi } from '../../../lib/api/client.ts';
import { listProjects } from '../../../lib/calls/list-projects.ts';

/** The projects in the bin. */
export function listBin() {
  return queryOptions({
    queryKey: ['bin'],
    queryFn: ({ signal }) => quietApi.call('bin.list', {}, signal),
    staleTime: 0,
  });
}

/** Brings a project back from the bin. */
export function useRestoreProject() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call('bin.restore', { params: { id } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: listBin().queryKey });
      await queryClient.invalidateQueries({ queryKey: listProjects().queryKey });
    },
  });
}
