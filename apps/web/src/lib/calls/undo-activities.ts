import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { errorMessage } from '../api/errors.ts';
import { notifyError } from '../notifications.ts';

/** Undoes entries of a project's journal, one after the other, and reads again what they changed. */
export function useUndoActivities(projectId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (activityIds: readonly string[]) => {
      for (const activityId of activityIds)
        await api.call('activity.undo', { params: { id: projectId, activityId } });
    },
    onError: (error) => notifyError(errorMessage(error)),
    onSettled: () =>
      Promise.all(
        [['projects', projectId], ['news']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ),
  });
}
