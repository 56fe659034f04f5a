import { forecastPast, type PastSetup } from './calibrate.ts';
import { priceFeature } from './design.ts';
import type { DemandModel } from './types.ts';

/** From this depth on a week is a markdown; four weeks earlier the item was at full price. */
const MARKED_FROM = 0.15;
const FULL_BELOW = 0.05;
const WEEKS_BEFORE = 4;
const SAMPLE = 4000;
const SPAN = 80;
/** Forecasts of markdowns that the measure needs to count for half, and its largest value. */
const HALF_TRUST = 30;
const LARGEST = 0.6;

/**
 * How far items that were never marked down stray from their forecasts once they are (variance of logs), beyond
 * what their bands say: on past markdowns forecast from the weeks at full price, with the elasticity of the
 * category in the place of the item's, which those very weeks have taught. Σ[(y − μ)² − μ − known·μ²] / Σμ².
 */
export function pastFrailty(setup: PastSetup, model: DemandModel): number {
  const { panel } = setup;
  let excess = 0;
  let square = 0;
  let count = 0;
  forecastPast(setup, SAMPLE, SPAN, (item, cell, actual, mean, variance) => {
    const depth = panel.discount[cell] ?? 0;
    const week = cell % panel.week_count;
    if (depth < MARKED_FROM || week < WEEKS_BEFORE || !(mean > 0.2)) return;
    if ((panel.discount[cell - WEEKS_BEFORE] ?? 0) > FULL_BELOW) return;
    const c = panel.category[item] ?? 0;
    const feature = priceFeature(depth, model.response_form[c] ?? 0);
    const slope = (model.elasticity[item] ?? 0) - (model.category_elasticity[c] ?? 0);
    const borrowed = mean * Math.exp(slope * feature);
    const doubt = variance + ((model.category_elasticity_sd[c] ?? 0) * feature) ** 2;
    const weight = 1 / (1 + borrowed) ** 2;
    excess += weight * ((actual - borrowed) ** 2 - borrowed - model.interval_factor * doubt * borrowed ** 2);
    square += weight * borrowed ** 2;
    count++;
  });
  if (square === 0) return 0;
  return (Math.min(LARGEST, Math.max(0, excess / square)) * count) / (count + HALF_TRUST);
}

/** What is left of that variance for an item at a discount: nought once its own markdowns have told. */
export function hiddenFrailty(model: DemandModel, item: number, discount: number): number {
  if (!(discount > 0) || model.markdown_seen?.[item] === 1) return 0;
  return (1 - (model.elasticity_own_weight[item] ?? 0)) * (model.markdown_frailty ?? 0);
}
