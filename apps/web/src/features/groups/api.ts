import type { ProjectGroupBody } from '@palier/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, formApi } from '../../lib/api/client.ts';

/** Makes a group (no id) or changes one. */
export function useSaveGroup(id: string | null) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ seen, ...body }: ProjectGroupBody & { seen: object }) =>
      id === null
        ? api.call('project_groups.create', { body })
        : formApi.call('project_groups.update', { params: { id }, body: { ...body, seen } }),
    // A refusal too may come from a group that is no longer the one on screen.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['projects'] }),
  });
}

export function useRemoveGroup() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, seen }: { id: string; seen: object }) =>
      formApi.call('project_groups.delete', { params: { id }, body: { seen } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['projects'] }),
  });
}
