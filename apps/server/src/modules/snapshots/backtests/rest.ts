import type { ClosedForecast, EngineLines, SnapshotProject } from '@palier/analytics';
import { daysBetween } from '@palier/domain';
import type { Db } from '../../../db/database.ts';
import type { ProjectScope } from '../../../scope.ts';
import { keptLines, keptPhases } from './repository.ts';

/**
 * What a closed project has still to sell until it is over: the forecast of its last phase as it was validated, in
 * proportion of the days that are left, within the stock. Null once it is over; unknown for lines without a forecast.
 */
export async function restOf(
  db: Db,
  project: ProjectScope,
  { phases, end_date, data_date }: SnapshotProject,
  { ids, stock_qty }: Pick<EngineLines, 'ids' | 'stock_qty'>,
): Promise<ClosedForecast | null> {
  const last = phases.length - 1;
  const left = daysBetween(data_date, end_date) - 1;
  if (last < 0 || left < 0) return null;
  const kept = (await keptPhases(db, project)).find(({ project_phase }) => project_phase === last);
  const window = kept ? daysBetween(kept.from_date, kept.to_date) : 0;
  const share = window > 0 ? Math.min(1, left / window) : 0;
  const lines = new Map((await keptLines(db, project, last)).map((line) => [line.discount_id, line]));
  const qty = Float64Array.from(ids, (id, line) => {
    if (left === 0) return 0;
    const forecast = lines.get(id)?.sales_qty ?? Number.NaN;
    return Math.min(Math.max(0, stock_qty[line] ?? 0), share * forecast);
  });
  return { qty, discount_pct: Float64Array.from(ids, (id) => lines.get(id)?.rate_pct ?? 0) };
}
