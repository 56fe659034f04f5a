import { thinned } from '../numeric/thinned.ts';
import {
  atDepth,
  BAND_DEPTHS,
  bandShare,
  factorOf,
  forecastPast,
  nearestDepth,
  type PastCorrection,
  type PastForecast,
  type PastSetup,
} from './calibrate.ts';
import type { DemandModel } from './types.ts';

/** Items of the weeks kept apart that bands look at, and most of their forecasts by depth. */
const ITEMS = 400;
const MOST = 2500;
const FEWEST = 50;
const FEWEST_AT_DEPTH = 10;
/**
 * Forecasts, each a witness of its own, from which a factor counts for half: the logarithm of one from n forecasts
 * strays by 1.8/√n, those of depths by 0.3 from each other.
 */
const HALF_TRUST = 35;

/** Forecasts of weeks kept apart, 1 to 4 weeks ahead, beside what happened. */
export interface KeptForecasts {
  item: number[];
  week: number[];
  discount: number[];
  actual: number[];
  mean: number[];
  /** Relative variance, doubt on the price response included, before any factor. */
  variance: number[];
  /** Share of the item's elasticity that is its category's. */
  borrowed: number[];
}

/** Weeks kept apart, and what they are forecast with. */
export interface KeptSetup {
  past: PastSetup;
  model: Pick<DemandModel, 'elasticity_own_weight'>;
  priceDoubt: (item: number, discount: number) => number;
  look: ((forecast: PastForecast) => PastCorrection) | null;
  /** How many weeks are kept apart. */
  span: number;
}

/** Forecasts weeks kept apart at every horizon. */
export function keptForecasts(setup: KeptSetup): KeptForecasts {
  const { past, model, priceDoubt, look, span } = setup;
  const { panel } = past;
  const kept = emptyKept();
  forecastPast(past, { sample: ITEMS, span, every_horizon: true }, (forecast) => {
    const { item, cell } = forecast;
    const discount = panel.discount[cell] ?? 0;
    kept.item.push(item);
    kept.week.push(cell % panel.week_count);
    kept.discount.push(discount);
    kept.actual.push(forecast.actual);
    kept.mean.push(forecast.mean * Math.exp(look?.(forecast).mean ?? 0));
    kept.variance.push(forecast.variance + priceDoubt(item, discount));
    kept.borrowed.push(1 - (model.elasticity_own_weight[item] ?? 0));
  });
  return kept;
}

/**
 * By `BAND_DEPTHS`, the factors on the whole variance of bands of one week for which bands would have held 80 % of the weeks kept apart at each depth, the doubt on a first markdown
 * included. Forecasts of one week or of one item miss together: they count for as many as would stray as much each by
 * itself. What few of them say leans on all depths, and these on one.
 */
export function setBands(
  model: Pick<DemandModel, 'interval_factor' | 'markdown_frailty'>,
  windows: readonly KeptForecasts[],
): Float64Array {
  const kept = joined(windows);
  const count = kept.actual.length;
  if (count < FEWEST) return new Float64Array(BAND_DEPTHS.length).fill(1);
  const variance = kept.variance.map((relative, n) => {
    const discount = kept.discount[n] ?? 0;
    const known = Math.min(20, Math.max(1e-3, atDepth(model.interval_factor, discount) * relative));
    const hidden = discount > 0 ? (kept.borrowed[n] ?? 0) * atDepth(model.markdown_frailty, discount) : 0;
    return known + hidden;
  });
  const past = { ...kept, variance };
  const byDepth = BAND_DEPTHS.map((): number[] => []);
  for (let n = 0; n < count; n++) byDepth[nearestDepth(kept.discount[n] ?? 0)]?.push(n);
  const chosen = byDepth.map((found) => thinned(found, MOST));
  const all = chosen.flat();
  const usual = factorOf(past, all) ** trustOf(past, all);
  return Float64Array.from(chosen, (own) => {
    if (own.length < FEWEST_AT_DEPTH) return usual;
    return usual * (factorOf(past, own) / usual) ** trustOf(past, own);
  });
}

function emptyKept(): KeptForecasts {
  return { item: [], week: [], discount: [], actual: [], mean: [], variance: [], borrowed: [] };
}

function joined(windows: readonly KeptForecasts[]): KeptForecasts {
  const all = emptyKept();
  for (const window of windows)
    for (const name of Object.keys(all) as (keyof KeptForecasts)[])
      for (const value of window[name]) all[name].push(value);
  return all;
}

/** How far the factor that some forecasts call for is believed. */
function trustOf(past: KeptForecasts, chosen: readonly number[]): number {
  const factor = factorOf(past, chosen);
  const held = chosen.map((n) => {
    const variance = Math.min(20, Math.max(1e-3, factor * (past.variance[n] ?? 1)));
    return bandShare(1 / variance, past.mean[n] ?? 0, past.actual[n] ?? 0);
  });
  const mean = held.reduce((sum, one) => sum + one, 0) / held.length;
  const strayed = held.map((one) => one - mean);
  const alone = strayed.reduce((sum, one) => sum + one * one, 0);
  if (!(alone > 0)) return 0;
  const together =
    1 + togetherness(past.week, chosen, strayed, alone) + togetherness(past.item, chosen, strayed, alone);
  const witnesses = chosen.length / together;
  return witnesses / (witnesses + HALF_TRUST);
}

/** What forecasts of one group miss together beyond what each does, in what each does: 0 when they do not. */
function togetherness(
  group: readonly number[],
  chosen: readonly number[],
  strayed: readonly number[],
  alone: number,
): number {
  const sums = new Map<number, number>();
  chosen.forEach((n, at) => {
    const key = group[n] ?? 0;
    sums.set(key, (sums.get(key) ?? 0) + (strayed[at] ?? 0));
  });
  if (sums.size < 2) return Number.POSITIVE_INFINITY;
  let square = 0;
  for (const sum of sums.values()) square += sum * sum;
  return Math.max(0, ((square / alone) * sums.size) / (sums.size - 1) - 1);
}
