import type { RouteInput } from '@palier/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, formApi, quietApi } from '../../../lib/api/client.ts';

/** The organisation's scenarios. */
export function listScenarios() {
  return queryOptions({
    queryKey: ['scenarios'],
    queryFn: ({ signal }) => quietApi.call('scenarios.list', {}, signal),
    select: (answer) => answer.data,
  });
}

export type ScenarioBody = RouteInput<'scenarios.create'>['body'];

function useRefreshScenarios() {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries({ queryKey: listScenarios().queryKey });
    await queryClient.invalidateQueries({ queryKey: ['projects'], exact: true });
  };
}

/** Creates a scenario, or changes it when it has an id. */
export function useSaveScenario() {
  const refresh = useRefreshScenarios();
  return useMutation({
    mutationFn: ({ id, body, seen }: { id: string | null; body: ScenarioBody; seen?: object }) =>
      id === null
        ? api.call('scenarios.create', { body })
        : formApi.call('scenarios.update', { params: { id }, body: { ...body, ...(seen && { seen }) } }),
    // A refusal too may come from a scenario that is no longer the one on screen.
    onSettled: refresh,
  });
}

/** Deletes a scenario as it was seen. */
export function useDeleteScenario() {
  const refresh = useRefreshScenarios();
  return useMutation({
    mutationFn: ({ id, seen }: { id: string; seen: object }) =>
      formApi.call('scenarios.delete', { params: { id }, body: { seen } }),
    onSettled: refresh,
  });
}
