import type { SeenDecisions, SendingPreview } from '@palier/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, quietApi } from '../../../lib/api/client.ts';
import { pollingPeriod } from '../../../lib/calls/list-jobs.ts';
import { noteOwnAct, seenSince } from '../../../lib/own-acts.ts';
import { isOptimizationPending, type Optimization } from './status.ts';

/** The latest run of each scenario on a project, newest first; asked again every 5 s while one is under way. */
export function latestOptimizations(projectId: string) {
  return queryOptions({
    queryKey: ['optimizations', 'latest', projectId],
    queryFn: ({ signal }) => quietApi.call('optimizations.latest', { params: { id: projectId } }, signal),
    select: (answer) => answer.data,
    refetchInterval: (query) =>
      query.state.data?.data.some((run) => isOptimizationPending(run.status)) ? pollingPeriod : false,
  });
}

/** One run; asked again every 5 s while it is under way. */
export function getOptimization(optimizationId: string) {
  return queryOptions({
    queryKey: ['optimizations', 'one', optimizationId],
    queryFn: ({ signal }) => quietApi.call('optimizations.get', { params: { id: optimizationId } }, signal),
    refetchInterval: (query) =>
      query.state.data && isOptimizationPending(query.state.data.status) ? pollingPeriod : false,
  });
}

/** The products that finished runs treat differently in a project, by margin at stake. */
export function getDifferences(projectId: string, runIds: readonly string[], q: string) {
  return queryOptions({
    queryKey: ['optimizations', 'differences', projectId, runIds, q],
    queryFn: ({ signal }) =>
      quietApi.call(
        'optimizations.differences',
        {
          params: { id: projectId },
          query: { optimization_ids: [...runIds], size: 50, ...(q !== '' && { q }) },
        },
        signal,
      ),
    staleTime: 60_000,
  });
}

/** Finished runs beside doing nothing, last year, the plan in force now and the best, over some projects together. */
export function getComparison(projectIds: readonly string[], runIds: readonly string[]) {
  return queryOptions({
    queryKey: ['optimizations', 'comparison', projectIds, runIds],
    queryFn: ({ signal }) =>
      quietApi.call(
        'optimizations.compare',
        { query: { optimization_ids: [...runIds], project_ids: [...projectIds] } },
        signal,
      ),
    enabled: projectIds.length > 0 && runIds.length > 0,
  });
}

/** The best compromises between margin and clearance on a run's products of a project. */
export function getFrontier(projectId: string, runId: string) {
  return queryOptions({
    queryKey: ['optimizations', 'frontier', projectId, runId],
    queryFn: ({ signal }) =>
      quietApi.call(
        'optimizations.frontier',
        { params: { id: projectId, optimizationId: runId }, query: {} },
        signal,
      ),
    staleTime: 600_000,
  });
}

function useRefreshOptimizations() {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries({ queryKey: ['optimizations'] });
    await queryClient.invalidateQueries({ queryKey: ['jobs'] });
  };
}

/** Asks for a run of a scenario on projects. */
export function useRequestOptimization() {
  const refresh = useRefreshOptimizations();
  return useMutation({
    mutationFn: ({
      scenarioId,
      projects,
      minimumMerit,
    }: {
      scenarioId: string;
      projects: readonly string[];
      /** « Garder au moins … », for this run. */
      minimumMerit?: number | undefined;
    }): Promise<Optimization> =>
      api.call('optimizations.request', {
        params: { id: scenarioId },
        body: {
          projects: [...projects],
          ...(minimumMerit !== undefined && { minimum_merit: minimumMerit }),
        },
      }),
    onSuccess: refresh,
  });
}

/** Stops a run under way. */
export function useCancelOptimization() {
  const refresh = useRefreshOptimizations();
  return useMutation({
    mutationFn: (optimizationId: string) =>
      api.call('optimizations.cancel', { params: { id: optimizationId } }),
    onSuccess: refresh,
  });
}

export interface Sending {
  optimization_ids: string[];
  project_ids: string[];
  remove_unspecified: boolean;
  /** Lines that take another of the runs than the last one named. */
  choices?: Record<string, string>;
  /** Why a plan that breaks its rules is sent all the same. */
  forced_reason?: string;
}

/** What a sending would do to the plans in force, now: always asked anew, since they change all day. */
export function previewSending(sending: Omit<Sending, 'remove_unspecified'>) {
  return queryOptions({
    queryKey: ['optimizations', 'preview', sending],
    queryFn: ({ signal }) => quietApi.call('optimizations.preview_listing', { body: sending }, signal),
    enabled: sending.project_ids.length > 0,
    staleTime: 0,
  });
}

/** Takes a sending back, in one of the projects that it was made in. */
export function useUndoSending() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ project_id, activity_id }: { project_id: string; activity_id: string }) =>
      api.call('activity.undo', { params: { id: project_id, activityId: activity_id } }),
    onSuccess: ({ version }, { project_id }) => {
      noteOwnAct(project_id, version);
      return Promise.all([
        queryClient.invalidateQueries({ queryKey: ['projects'] }),
        queryClient.invalidateQueries({ queryKey: ['optimizations'] }),
      ]);
    },
  });
}

/** What the author of a sending has seen of each project: what its preview is of, and her own acts since. */
function seenOfPreview({ data }: SendingPreview): Record<string, SeenDecisions> {
  return Object.fromEntries(
    data.map(({ project_id, version }) => [project_id, seenSince(project_id, version)]),
  );
}

/** Puts the discounts of finished runs into the listings of projects, but over lines that somebody wrote unseen. */
export function useSendToListing() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ preview, ...sending }: Sending & { preview: SendingPreview | undefined }) =>
      api.call('optimizations.send_to_listing', {
        body: { ...sending, ...(preview && { seen: seenOfPreview(preview) }) },
      }),
    onSuccess: ({ data }, { preview }) => {
      for (const { project_id, version } of data)
        noteOwnAct(project_id, version, { seen: preview !== undefined });
      return Promise.all([
        queryClient.invalidateQueries({ queryKey: ['projects'] }),
        queryClient.invalidateQueries({ queryKey: ['optimizations'] }),
      ]);
    },
  });
}
