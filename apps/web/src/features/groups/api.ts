import type { ProjectGroupBody } from '@palier/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, quietApi } from '../../lib/api/client.ts';

/** Groups of projects, with who leads each. */
export function listGroups() {
  return queryOptions({
    queryKey: ['projects', 'groups'],
    queryFn: ({ signal }) => quietApi.call('project_groups.list', {}, signal),
    select: (answer) => answer.data,
  });
}

/** Makes a group (no id) or changes one. */
export function useSaveGroup(id: string | null) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ProjectGroupBody) =>
      id === null
        ? api.call('project_groups.create', { body })
        : api.call('project_groups.update', { params: { id }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['projects'] }),
  });
}

export function useRemoveGroup() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call('project_groups.delete', { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['projects'] }),
  });
}
