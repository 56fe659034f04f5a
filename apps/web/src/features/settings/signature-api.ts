import type { RouteInput } from '@palier/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, formApi, quietApi } from '../../lib/api/client.ts';

/** When validating a phase takes a signature. */
export function getSignaturePolicy() {
  return queryOptions({
    queryKey: ['signature-policy'],
    queryFn: ({ signal }) => quietApi.call('signature_policy.get', {}, signal),
  });
}

/** Who signs, and for whom. */
export function listSigners() {
  return queryOptions({
    queryKey: ['signers'],
    queryFn: ({ signal }) => quietApi.call('signers.list', {}, signal),
  });
}

export function useSetSignaturePolicy() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RouteInput<'signature_policy.set'>['body']) =>
      formApi.call('signature_policy.set', { body }),
    // Every project's button follows.
    onSuccess: () => queryClient.invalidateQueries(),
  });
}

export interface DelegationBody {
  delegate_id: string;
  from_date: string;
  to_date: string;
}

export function useDelegate() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (delegation: DelegationBody | null) => api.call('signers.delegate', { body: { delegation } }),
    onSuccess: (signers) => queryClient.setQueryData(listSigners().queryKey, signers),
  });
}
