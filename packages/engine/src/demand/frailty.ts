import { atDepth, BAND_DEPTHS, forecastPast, nearestDepth, type PastSetup } from './calibrate.ts';
import { priceFeature } from './design.ts';
import type { DemandModel } from './types.ts';

/** From this depth on a week is a markdown; four weeks earlier the item was at full price. */
const MARKED_FROM = 0.05;
const FULL_BELOW = 0.03;
const WEEKS_BEFORE = 4;
const SAMPLE = 4000;
const SPAN = 80;
/** Forecasts of markdowns that the measure needs to count for half, and its largest value. */
const HALF_TRUST = 30;
const LARGEST = 0.6;

/**
 * How far items that were never marked down stray from their forecasts once they are (variance of logs), beyond
 * what their bands say: on past markdowns forecast from the weeks at full price, with the elasticity of the
 * category in the place of the item's, which those very weeks have taught. Σ[(y − μ)² − μ − known·μ²] / Σμ², by
 * `BAND_DEPTHS`; a depth seldom seen leans on all of them.
 */
export function pastFrailty(setup: PastSetup, model: DemandModel): Float64Array {
  const { panel } = setup;
  const sums = Array.from({ length: BAND_DEPTHS.length + 1 }, () => ({ excess: 0, square: 0, count: 0 }));
  forecastPast(setup, { sample: SAMPLE, span: SPAN }, ({ item, cell, actual, mean, variance }) => {
    const depth = panel.discount[cell] ?? 0;
    const week = cell % panel.week_count;
    if (depth < MARKED_FROM || week < WEEKS_BEFORE || !(mean > 0.2)) return;
    if ((panel.discount[cell - WEEKS_BEFORE] ?? 0) > FULL_BELOW) return;
    const c = panel.category[item] ?? 0;
    const feature = priceFeature(depth, model.response_form[c] ?? 0);
    const slope = (model.elasticity[item] ?? 0) - (model.category_elasticity[c] ?? 0);
    const borrowed = mean * Math.exp(slope * feature);
    const doubt = variance + ((model.category_elasticity_sd[c] ?? 0) * feature) ** 2;
    const known = atDepth(model.interval_factor, depth) * doubt;
    const weight = 1 / (1 + borrowed) ** 2;
    for (const at of [nearestDepth(depth), BAND_DEPTHS.length]) {
      const sum = sums[at];
      if (sum === undefined) continue;
      sum.excess += weight * ((actual - borrowed) ** 2 - borrowed - known * borrowed ** 2);
      sum.square += weight * borrowed ** 2;
      sum.count++;
    }
  });
  const measure = ({ excess, square }: { excess: number; square: number }) =>
    square > 0 ? Math.min(LARGEST, Math.max(0, excess / square)) : 0;
  const trust = (count: number) => count / (count + HALF_TRUST);
  const all = sums[BAND_DEPTHS.length] ?? { excess: 0, square: 0, count: 0 };
  const usual = trust(all.count) * measure(all);
  return Float64Array.from(BAND_DEPTHS, (depth, at) => {
    const own = sums[at] ?? { excess: 0, square: 0, count: 0 };
    if (depth === 0) return 0;
    return usual + trust(own.count) * (measure(own) - usual);
  });
}

/** What is left of that variance for an item at a discount: none once its own markdowns are known. */
export function hiddenFrailty(model: DemandModel, item: number, discount: number): number {
  if (!(discount > 0)) return 0;
  return (1 - (model.elasticity_own_weight[item] ?? 0)) * atDepth(model.markdown_frailty, discount);
}
