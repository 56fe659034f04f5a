import { useMutation, useQueryClient } from '@tanstack/react-query';
import { quietApi } from '../../../lib/api/client.ts';
import { listProjects } from '../../../lib/calls/list-projects.ts';

/** An import of project definitions: what is running, and what it gave. */
export type ImportingProjects = ReturnType<typeof useImportProjects>;

/** Makes projects from files of definitions; a zip may bring the retailer's files with it. The dialog shows failures. */
export function useImportProjects() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (files: readonly File[]) => quietApi.call('projects.import', { files }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: listProjects().queryKey }),
  });
}
