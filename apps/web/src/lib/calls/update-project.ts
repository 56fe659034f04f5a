import type { ProjectChanges } from '@palier/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { formApi } from '../api/client.ts';

/** Changes a project; everything that shows it is asked for again. */
export function useUpdateProject(projectId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (changes: ProjectChanges) =>
      formApi.call('projects.update', { params: { id: projectId }, body: changes }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['projects'] }),
  });
}
