import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, quietApi } from '../../lib/api/client.ts';

/** What changed since the last signature. */
export function getSignedChanges(projectId: string) {
  return queryOptions({
    queryKey: ['projects', projectId, 'stats', 'signed-changes'],
    queryFn: ({ signal }) => quietApi.call('approval.changes', { params: { id: projectId } }, signal),
    staleTime: 0,
    retry: false,
  });
}

interface Word {
  word: string | null;
}

/** The acts of a signature; everything that shows the project is asked for again. */
export function useApproval(projectId: string) {
  const queryClient = useQueryClient();
  // Not waited for: figures take their time. After a refusal too: what was seen is no longer so.
  const onSettled = () => void queryClient.invalidateQueries({ queryKey: ['projects'] });
  const params = { id: projectId };
  const submit = useMutation({
    mutationFn: (body: Word & { to_user_id: string | null }) => api.call('approval.submit', { params, body }),
    onSettled,
  });
  const withdraw = useMutation({
    mutationFn: (approval_id: string) => api.call('approval.withdraw', { params, body: { approval_id } }),
    onSettled,
  });
  const sign = useMutation({
    mutationFn: (body: Word & { approval_id: string }) => api.call('approval.sign', { params, body }),
    onSettled,
  });
  const giveBack = useMutation({
    mutationFn: (body: { approval_id: string; word: string }) =>
      api.call('approval.return', { params, body }),
    onSettled,
  });
  const busy = [submit, withdraw, sign, giveBack].some(({ isPending }) => isPending);
  return { submit, withdraw, sign, giveBack, busy };
}
