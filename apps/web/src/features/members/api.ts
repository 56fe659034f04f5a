import type { MemberChanges, NewMember } from '@palier/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ApiClient, api, formApi, quietApi } from '../../lib/api/client.ts';

/** The people of the organisation. */
export function listMembers() {
  return queryOptions({
    queryKey: ['members'],
    queryFn: ({ signal }) => quietApi.call('members.list', {}, signal),
  });
}

function useRefreshMembers() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: listMembers().queryKey });
}

/** Adds somebody by e-mail. The dialog says a refusal. */
export function useAddMember() {
  const onSuccess = useRefreshMembers();
  return useMutation({
    mutationFn: (member: NewMember) => quietApi.call('members.add', { body: member }),
    onSuccess,
  });
}

/** Changes a member's role or perimeter; `client`: who says that a colleague has changed it meanwhile. */
export function useChangeMember(client: Pick<ApiClient, 'call'> = api) {
  const onSuccess = useRefreshMembers();
  return useMutation({
    mutationFn: ({ id, ...body }: MemberChanges & { id: string; seen: object }) =>
      client.call('members.update', { params: { id }, body }),
    onSettled: onSuccess,
  });
}

/** Takes somebody out of the organisation, as she was seen. */
export function useRemoveMember() {
  const onSettled = useRefreshMembers();
  return useMutation({
    mutationFn: ({ id, seen }: { id: string; seen: object }) =>
      formApi.call('members.remove', { params: { id }, body: { seen } }),
    onSettled,
  });
}
