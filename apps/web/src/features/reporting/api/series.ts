import type { RouteInput, RouteOutput } from '@palier/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, quietApi } from '../../../lib/api/client.ts';
import { pollingPeriod } from '../../../lib/calls/list-jobs.ts';

/** Begins the key of every answer on series. */
const KEY = 'series';

/** The series of projects, those of their earlier editions too. */
export function listSeries(projectIds: readonly string[]) {
  return queryOptions({
    queryKey: [KEY, 'list', projectIds],
    queryFn: ({ signal }) => quietApi.call('series.list', { query: { projectIds: [...projectIds] } }, signal),
  });
}

/** What a report of these projects may be detailed by. */
export function listDimensions(projectIds: readonly string[]) {
  return queryOptions({
    queryKey: [KEY, 'dimensions', projectIds],
    queryFn: ({ signal }) =>
      quietApi.call('series.dimensions', { query: { projectIds: [...projectIds] } }, signal),
    select: (answer) => answer.data,
    staleTime: 5 * 60_000,
  });
}

/** Whether series are up to date; asked every 5 s as long as the same projects stay on the screen. */
export function getSeriesStatus(projectIds: readonly string[]) {
  return queryOptions({
    queryKey: [KEY, 'status', projectIds],
    queryFn: ({ signal }) =>
      quietApi.call('series.status', { query: { projectIds: [...projectIds] } }, signal),
    refetchInterval: pollingPeriod,
    staleTime: 0,
    retry: false,
  });
}

export type ReportQuery = NonNullable<RouteInput<'series.report'>['query']>;

/** Series compared; the former figures stay while others are computed. */
export function getSeriesReport(query: ReportQuery) {
  return queryOptions({
    queryKey: [KEY, 'report', query],
    queryFn: ({ signal }) => quietApi.call('series.report', { query }, signal),
    placeholderData: keepPreviousData,
  });
}

/** The same report in a file; a failure is notified. */
export function exportReport(
  format: 'csv' | 'xlsx',
  {
    by_day: _,
    ...query
  }: ReportQuery & { metrics: string[]; reference: number; sort?: string; order?: 'asc' | 'desc' },
) {
  return api.download('series.export', { params: { format }, query });
}

/** Every answer on series but their status: what a new series makes old. */
export const OLD_BY_NEW_SERIES = {
  queryKey: [KEY],
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1] !== 'status',
};

/** Sends files of series; what failed is said where it was asked. */
export function importSeries(files: readonly File[]): Promise<RouteOutput<'series.import'>> {
  return quietApi.call('series.import', { files: [...files] });
}
