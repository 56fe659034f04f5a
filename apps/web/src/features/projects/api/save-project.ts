import type { NewProject, Project } from '@palier/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api/client.ts';
import { listProjects } from '../../../lib/calls/list-projects.ts';
import { french } from '../../../lib/french.ts';
import { notifySuccess } from '../../../lib/notifications.ts';

/** Creates a project. */
export function useCreateProject() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (project: NewProject) => api.call('projects.create', { body: project }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: listProjects().queryKey }),
  });
}

/**
 * Deletes a project and its decisions. To be called once its page is left: everything that is known of
 * it is forgotten.
 */
export function useDeleteProject() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (project: Pick<Project, '_id' | 'shortName'>) =>
      api.call('projects.delete', { params: { id: project._id } }),
    onSuccess: (_, project) => {
      notifySuccess(french(`Le projet « ${project.shortName} » est à la corbeille.`));
      queryClient.removeQueries({ queryKey: ['projects', project._id] });
      return queryClient.invalidateQueries({ queryKey: listProjects().queryKey });
    },
  });
}
