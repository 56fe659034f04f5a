import type { NewProject, NewRule, Project } from '@palier/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api/client.ts';
import { listProjects } from '../../../lib/calls/list-projects.ts';
import { french } from '../../../lib/french.ts';
import { notifySuccess } from '../../../lib/notifications.ts';

interface CreatedProject {
  project: NewProject;
  /** Given to it once it is there. */
  rules: NewRule[];
}

/** Creates a project, with its first rules. */
export function useCreateProject() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ project, rules }: CreatedProject) => {
      const made = await api.call('projects.create', { body: project });
      // The project is there whatever becomes of its rules: the client says what refused them.
      if (rules.length > 0)
        await api.call('rules.create', { params: { id: made._id }, body: rules }).catch(() => null);
      return made;
    },
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
