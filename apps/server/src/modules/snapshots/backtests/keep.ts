import { expectedSales, negativeBinomialQuantile } from '@palier/domain';
import type { Tx } from '../../../db/database.ts';
import type { ProjectScope } from '../../../scope.ts';
import { allLines } from '../../discounts/index.ts';
import { type LineModel, readModel } from '../../engine/index.ts';
import type { FactFolders } from '../../folders/index.ts';
import type { ProjectRow } from '../../projects/index.ts';
import { type KeptLine, keepPhaseForecast } from './repository.ts';

/** The demand model behind the figures on screen; null when there is none for the worked phase. */
export async function readOutlook(folders: FactFolders, row: ProjectRow): Promise<LineModel | null> {
  const model = await readModel(folders, row.project_id, row.snapshot_version);
  return model?.worked?.project_phase === row.working_phase ? model : null;
}

/**
 * Keeps what the phase just validated is expected to sell at the discounts decided for it, so that it can be
 * compared with what it sells. Call it in the transaction of the validation, once the lines have their history.
 */
export async function keepValidatedForecast(
  tx: Tx,
  project: ProjectScope,
  model: LineModel | null,
): Promise<void> {
  if (!model?.worked) return;
  const { project_phase, window } = model.worked;
  const rows = new Map(model.ids.map((id, index) => [id, index]));
  const lines = (await allLines(tx, project)).flatMap(({ discount_id, previous_discount_pcts }) => {
    const row = rows.get(discount_id);
    const discount_pct = previous_discount_pcts[project_phase];
    return row === undefined || discount_pct === undefined
      ? []
      : [{ discount_id, discount_pct, ...expectSales(model, row, discount_pct) }];
  });
  const phase = {
    project_phase,
    source: 'validated' as const,
    from_date: dayText(window.from_day),
    to_date: dayText(window.to_day),
  };
  await keepPhaseForecast(tx, project, phase, lines);
}

/** Units of the worked phase and their 80 % band, at the level nearest to a discount, and the rate of its price. */
function expectSales(
  model: LineModel,
  row: number,
  discount_pct: number,
): Omit<KeptLine, 'discount_id' | 'discount_pct'> {
  const count = model.levels.length;
  const level = nearestLevel(model, discount_pct / 100);
  const isOffered = Math.abs(100 * (model.levels[level] ?? 0) - discount_pct) < 1e-6;
  const mean = model.phase_mean[row * model.phase_count * count + level] ?? 0;
  const shape = model.dispersion[row] ?? 1;
  const band = model.band_shape?.[row * count + level] ?? shape;
  const stock = model.stock[row] ?? 0;
  return {
    rate_pct: (isOffered ? model.level_rate?.[row * count + level] : undefined) ?? discount_pct,
    sales_qty: expectedSales(shape, mean, stock),
    sales_qty_p10: negativeBinomialQuantile(band, mean, 0.1, stock),
    sales_qty_p90: negativeBinomialQuantile(band, mean, 0.9, stock),
  };
}

/** Position of the level nearest to a discount. */
export function nearestLevel({ levels }: Pick<LineModel, 'levels'>, discount: number): number {
  let level = 0;
  levels.forEach((share, index) => {
    if (Math.abs(share - discount) < Math.abs((levels[level] ?? 0) - discount)) level = index;
  });
  return level;
}

/** Days are numbered from 1970-01-01. */
export function dayText(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}
