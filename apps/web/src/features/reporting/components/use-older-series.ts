import { useQuery } from '@tanstack/react-query';
import { getSeriesStatus } from '../api/series.ts';
import type { ChosenSeries, Serie } from '../model/series.ts';

const NONE: readonly Serie[] = [];

/**
 * The compared series whose figures are from before the last changes: the plan in force, until it is recorded. Plans
 * of earlier days and seasons stay as they were recorded.
 */
export function useOlderSeries(
  projectIds: readonly string[],
  offered: readonly Serie[],
  { series }: ChosenSeries,
): readonly Serie[] {
  const isRecording = useQuery(getSeriesStatus(projectIds)).data?.status === 'syncing';
  if (!isRecording) return NONE;
  const isPlan = ({ source, season }: Serie): boolean => source === 'plan' && season === null;
  const latest = offered
    .filter(isPlan)
    .map(({ serie_date }) => serie_date)
    .sort()
    .at(-1);
  return series.filter((serie) => isPlan(serie) && serie.serie_date === latest);
}
