import { useQuery } from '@tanstack/react-query';
import { getSeriesStatus } from '../api/series.ts';
import type { ChosenSeries, Serie } from '../model/series.ts';

const NONE: readonly Serie[] = [];

/** The compared series whose figures are from before the last changes: the plan in force, until it is recorded. */
export function useOlderSeries(projectIds: readonly string[], { series }: ChosenSeries): readonly Serie[] {
  const isRecording = useQuery(getSeriesStatus(projectIds)).data?.status === 'syncing';
  return isRecording ? series.filter(({ source }) => source === 'plan') : NONE;
}
