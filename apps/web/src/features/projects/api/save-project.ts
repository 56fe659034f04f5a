import type { NewProject } from '@palier/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api/client.ts';
import { listProjects } from '../../../lib/calls/list-projects.ts';

/** Creates a project. */
export function useCreateProject() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (project: NewProject) => api.call('projects.create', { body: project }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: listProjects().queryKey }),
  });
}

/** Deletes a project and its decisions. */
export function useDeleteProject() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (projectId: string) => api.call('projects.delete', { params: { id: projectId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: listProjects().queryKey }),
  });
}
