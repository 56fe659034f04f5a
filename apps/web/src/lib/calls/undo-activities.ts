import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { ApiError, errorMessage } from '../api/errors.ts';
import { countOf } from '../french.ts';
import { notifyError, notifyInfo } from '../notifications.ts';

/** Undoes entries of a project's journal, one after the other, and reads again what they changed. */
export function useUndoActivities(projectId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (activityIds: readonly string[]) =>
      undoEach(activityIds, (activityId) =>
        api.call('activity.undo', { params: { id: projectId, activityId } }),
      ),
    onSuccess: (left) => {
      if (left > 0) notifyInfo(leftSentence(left));
    },
    onError: (error) => notifyError(errorMessage(error)),
    onSettled: () =>
      Promise.all(
        [['projects', projectId], ['news']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ),
  });
}

const leftSentence = (left: number): string =>
  `Annulé, sauf ${countOf(left, 'acte dont les lignes ont été modifiées depuis', 'actes dont les lignes ont été modifiées depuis')}.`;

/**
 * Undoes acts in their order; one of which nothing is left to undo does not keep the others.
 * @returns how many of them nothing was left of
 * @throws what the first was refused for when none was undone, or anything else at once
 */
export async function undoEach(
  activityIds: readonly string[],
  undo: (activityId: string) => Promise<unknown>,
): Promise<number> {
  const refused: ApiError[] = [];
  for (const activityId of activityIds)
    try {
      await undo(activityId);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'conflict') throw error;
      refused.push(error);
    }
  const [first] = refused;
  if (first && refused.length === activityIds.length) throw first;
  return refused.length;
}
