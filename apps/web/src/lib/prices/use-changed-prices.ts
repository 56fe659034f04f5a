import { formatShortDate } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { french } from '../french.ts';
import { paths } from '../paths.ts';
import { useOutside } from '../session/perimeter.ts';
import { changedPricesText } from './changed-prices.ts';
import { countPriceChanges, listPriceFiles } from './price-files.ts';

/** « 14 prix ont changé depuis le fichier du 7 juil. », with the way to the difference; null where none has. */
export function useChangedPrices(projectId: string): { text: string; to: string } | null {
  // A file is of the whole project: it is not asked for by who reaches a part of it.
  const enabled = useOutside('project', projectId) === null;
  const files = useQuery({ ...listPriceFiles(projectId), enabled });
  // What was read before her perimeter was narrowed is not shown either.
  const last = enabled ? files.data?.[0] : undefined;
  const changes = useQuery({ ...countPriceChanges(projectId, last?._id ?? ''), enabled: last !== undefined });
  if (!last || !changes.data || changes.data.price_count === 0) return null;
  const { project_phase: phase, template_id: template } = last;
  return {
    text: french(`${changedPricesText(changes.data)} le fichier du ${formatShortDate(last.created_at)}`),
    to: paths.prices(projectId, { phase, show: 'since', template }),
  };
}
