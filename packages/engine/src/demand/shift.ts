import { forecastPast, type PastSetup } from './calibrate.ts';
import { priceFeature } from './design.ts';

/** Depths at which the response is corrected; linear between them, 0 at full price, flat beyond the last. */
export const SHIFT_DEPTHS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7] as const;
const SAMPLE = 4000;
const SPAN = 60;
/** Forecasts that a category's own correction needs to count for half. */
const HALF_TRUST = 600;
const LARGEST = 0.8;
/** The response of the least elastic item must still rise with the discount. */
const LEAST_SLOPE = 0.3;

/**
 * What the formula of the response misses at each depth: log of units sold over units forecast on the history,
 * 1 to 4 weeks ahead, per category (leaning on the chain). `c * 7 + depth`.
 */
export function fitResponseShift(setup: PastSetup, response_form: Uint8Array, span = SPAN): Float64Array {
  const { panel } = setup;
  const bins = SHIFT_DEPTHS.length;
  const rows = panel.category_count + 1;
  const sums = {
    actual: new Float64Array(rows * bins),
    forecast: new Float64Array(rows * bins),
    count: new Float64Array(rows * bins),
  };
  const base = { actual: 0, forecast: 0 };
  forecastPast(setup, { sample: SAMPLE, span }, ({ item, cell, actual, mean }) => {
    const depth = panel.discount[cell] ?? 0;
    if (depth < 0.05) {
      base.actual += actual;
      base.forecast += mean;
      return;
    }
    const bin = Math.min(bins - 1, Math.max(0, Math.round(depth * 10) - 1));
    for (const row of [panel.category[item] ?? 0, panel.category_count]) {
      const at = row * bins + bin;
      sums.actual[at] = (sums.actual[at] ?? 0) + actual;
      sums.forecast[at] = (sums.forecast[at] ?? 0) + mean;
      sums.count[at] = (sums.count[at] ?? 0) + 1;
    }
  });
  // At full price the correction is nought: what is wrong there is the level's affair.
  const level = base.forecast > 50 ? Math.log((base.actual + 10) / (base.forecast + 10)) : 0;
  const shift = new Float64Array(panel.category_count * bins);
  for (let c = 0; c < panel.category_count; c++) {
    for (let bin = 0; bin < bins; bin++) {
      const chain = shrunkRatio(sums, panel.category_count * bins + bin, 0, level);
      shift[c * bins + bin] = shrunkRatio(sums, c * bins + bin, chain, level);
    }
    keepRising(shift.subarray(c * bins, (c + 1) * bins), response_form[c] ?? 0);
  }
  return shift;
}

function shrunkRatio(
  sums: { actual: Float64Array; forecast: Float64Array; count: Float64Array },
  at: number,
  towards: number,
  level: number,
): number {
  const count = sums.count[at] ?? 0;
  const ratio = Math.log(((sums.actual[at] ?? 0) + 10) / ((sums.forecast[at] ?? 0) + 10)) - level;
  const trust = count / (count + HALF_TRUST);
  const mixed = trust * ratio + (1 - trust) * towards;
  return Math.max(-LARGEST, Math.min(LARGEST, mixed));
}

/** Raises what would make a deeper discount sell less. */
function keepRising(shift: Float64Array, form: number): void {
  let before = 0;
  let feature = 0;
  shift.forEach((value, bin) => {
    const next = priceFeature(SHIFT_DEPTHS[bin] ?? 0, form);
    const least = before - LEAST_SLOPE * (next - feature);
    shift[bin] = Math.max(value, least);
    before = shift[bin] ?? 0;
    feature = next;
  });
}

/** Correction of a category at a discount. */
export function shiftAt(shift: Float64Array, category: number, discount: number): number {
  const bins = SHIFT_DEPTHS.length;
  const position = discount * 10;
  if (!(position > 0) || shift.length === 0) return 0;
  const low = Math.min(bins, Math.floor(position));
  const below = low === 0 ? 0 : (shift[category * bins + low - 1] ?? 0);
  const above = shift[category * bins + Math.min(bins - 1, low)] ?? 0;
  return low >= bins ? below : below + (position - low) * (above - below);
}
