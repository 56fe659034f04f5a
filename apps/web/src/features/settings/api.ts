import type { RouteInput } from '@palier/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, formApi, quietApi } from '../../lib/api/client.ts';
import { getSettings } from '../../lib/calls/get-settings.ts';

export function useSetLossThreshold() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RouteInput<'loss_threshold.set'>['body']) =>
      formApi.call('loss_threshold.set', { body }),
    // What plans lose is said everywhere against it.
    onSuccess: () => queryClient.invalidateQueries(),
  });
}

/** Whether post-mortems say who decided against the recommendation. */
export function getDecisionsByPerson() {
  return queryOptions({
    queryKey: ['decisions-by-person'],
    queryFn: ({ signal }) => quietApi.call('decisions_by_person.get', {}, signal),
  });
}

export function useSetDecisionsByPerson() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (on: boolean) => api.call('decisions_by_person.set', { body: { on } }),
    // Post-mortems follow.
    onSuccess: () => queryClient.invalidateQueries(),
  });
}

export function useSetLaw() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RouteInput<'law.set'>['body']) => formApi.call('law.set', { body }),
    // Every check list is read against it.
    onSuccess: () => queryClient.invalidateQueries(),
  });
}

/** What a leftover keeps of its cost, for projects without a rule of their own. */
export function getResidualValue() {
  return queryOptions({
    queryKey: ['residual-value'],
    queryFn: ({ signal }) => quietApi.call('residual_value.get', {}, signal),
  });
}

export function useSetResidualValue() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RouteInput<'residual_value.set'>['body']) =>
      formApi.call('residual_value.set', { body }),
    // Every « marge après invendus » follows.
    onSuccess: () => queryClient.invalidateQueries(),
  });
}

/** Changes some of the settings of the organisation's screens. */
export function useChangeSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RouteInput<'settings.update'>['body']) => formApi.call('settings.update', { body }),
    onSuccess: (settings) => queryClient.setQueryData(getSettings().queryKey, settings),
  });
}
