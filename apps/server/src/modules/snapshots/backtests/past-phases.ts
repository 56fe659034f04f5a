import type { SnapshotDraft, SnapshotProject } from '@palier/analytics';
import { validatedPhases } from '@palier/domain';
import { parseDay } from '@palier/engine';
import type { Db, Tx } from '../../../db/database.ts';
import type { ProjectScope } from '../../../scope.ts';
import type { DiscountHistory } from '../../discounts/index.ts';
import type { PastPhase, PhaseForecast } from '../../engine/index.ts';
import { dayText } from './keep.ts';
import { type KeptLine, type KeptPhase, keepPhaseForecast, keptLines, keptPhases } from './repository.ts';

type Draft = Pick<SnapshotDraft, 'lines' | 'sold'>;

/** The phases decided and begun at the data date, with what they sold and the forecasts kept for them. */
export async function readPastPhases(
  db: Db,
  project: ProjectScope,
  snapshot: SnapshotProject,
  draft: Draft,
  history: DiscountHistory,
): Promise<PastPhase[]> {
  const { ids } = await draft.lines();
  const known_to_day = parseDay(snapshot.data_date) + 1;
  const decided = snapshot.phases.slice(0, validatedPhases(snapshot));
  const kept = new Map((await keptPhases(db, project)).map((phase) => [phase.project_phase, phase]));
  const past: PastPhase[] = [];
  for (const [project_phase, { start_date }] of decided.entries()) {
    const own = kept.get(project_phase);
    const from_day = parseDay(own?.from_date ?? start_date);
    const to_day = parseDay(
      own?.to_date ?? snapshot.phases[project_phase + 1]?.start_date ?? snapshot.end_date,
    );
    if (from_day >= known_to_day || from_day >= to_day) continue;
    past.push({
      project_phase,
      window: { from_day, to_day },
      known_to_day: Math.min(known_to_day, to_day),
      discount: Float64Array.from(ids, (id) => history.of(id)[project_phase] ?? Number.NaN),
      sold: await draft.sold(dayText(from_day), dayText(Math.min(known_to_day, to_day))),
      sold_since: await draft.sold(dayText(from_day), dayText(known_to_day)),
      kept: own ? { source: own.source, forecast: await readForecast(db, project, own, ids) } : null,
    });
  }
  return past;
}

async function readForecast(
  db: Db,
  project: ProjectScope,
  { project_phase }: KeptPhase,
  ids: readonly string[],
): Promise<PhaseForecast> {
  const lines = new Map(
    (await keptLines(db, project, project_phase)).map((line) => [line.discount_id, line]),
  );
  const column = (pick: (line: KeptLine) => number) =>
    Float32Array.from(ids, (id) => {
      const line = lines.get(id);
      return line ? pick(line) : Number.NaN;
    });
  return {
    sales_qty: column((line) => line.sales_qty),
    p10: column((line) => line.sales_qty_p10),
    p90: column((line) => line.sales_qty_p90),
  };
}

/** What a past phase was to sell, as it was rebuilt, with the lines that it is of. */
export interface RebuiltPhase {
  ids: readonly string[];
  phase: PastPhase;
  forecast: PhaseForecast;
}

/**
 * Keeps a forecast that was rebuilt, so that the results have it and the next snapshots compare with the same. Call it in
 * the transaction of the publication, once the lines are there.
 */
export async function keepRebuilt(
  tx: Tx,
  project: ProjectScope,
  { ids, phase: { project_phase, window, discount }, forecast }: RebuiltPhase,
): Promise<void> {
  const phase = {
    project_phase,
    source: 'rebuilt' as const,
    from_date: dayText(window.from_day),
    to_date: dayText(window.to_day),
  };
  const lines = ids.flatMap((discount_id, line) =>
    Number.isNaN(forecast.sales_qty[line] ?? Number.NaN)
      ? []
      : [
          {
            discount_id,
            discount_pct: discount[line] ?? 0,
            rate_pct: discount[line] ?? 0,
            sales_qty: forecast.sales_qty[line] ?? 0,
            sales_qty_p10: forecast.p10[line] ?? 0,
            sales_qty_p90: forecast.p90[line] ?? 0,
          },
        ],
  );
  await keepPhaseForecast(tx, project, phase, lines);
}
