import { BREADTH_FLOOR, type Design } from './design.ts';
import type { ResponseFit } from './response-fit.ts';
import { fillRow, RowBuffer } from './response-row.ts';
import type { WeeklyPanel } from './types.ts';

/** Precision of the usual exponent: a standard deviation of 0.25. */
const PRIOR_PRECISION = 16;
/** Items looked at, evenly drawn. */
const SAMPLE = 20_000;

/**
 * Exponent ψ of the broken assortment: one scoring step from the usual one, on each item's weeks against its mean,
 * shrunk to it, within 0 … 1. The variance counts the weeks of an item as fewer than they are, since a stock that
 * breaks stays broken.
 */
export function breadthExponent(
  panel: WeeklyPanel,
  design: Design,
  fit: ResponseFit,
  threshold: number,
  usual: number,
): number {
  const row = new RowBuffer(panel.week_count);
  const stride = Math.max(1, Math.floor(panel.item_count / SAMPLE));
  let information = 0;
  let score = 0;
  for (let item = 0; item < panel.item_count; item += stride) {
    fillRow(panel, design, fit, item, row);
    const own = itemScore(panel, row, item, threshold);
    information += own.information;
    score += own.score;
  }
  const repeated = 4;
  const step = score / repeated / (information / repeated + PRIOR_PRECISION);
  return Math.min(1, Math.max(0, usual + step));
}

function itemScore(panel: WeeklyPanel, row: RowBuffer, item: number, threshold: number) {
  const weeks = panel.week_count;
  let [total, x, y, xx, xy] = [0, 0, 0, 0, 0];
  for (let week = 0; week < weeks; week++) {
    const w = row.weight[week] ?? 0;
    if (w === 0) continue;
    const share = (panel.breadth?.[item * weeks + week] ?? 1) / threshold;
    const feature = share < 1 ? Math.log(Math.max(BREADTH_FLOOR, share)) : 0;
    const residual = row.residual[week] ?? 0;
    total += w;
    x += w * feature;
    y += w * residual;
    xx += w * feature * feature;
    xy += w * feature * residual;
  }
  if (total === 0) return { information: 0, score: 0 };
  return { information: xx - (x * x) / total, score: xy - (x * y) / total };
}
