import {
  atDepth,
  DRIFT_PER_WEEK,
  factorOf,
  forecastPast,
  type PastCorrection,
  type PastForecast,
  type PastForecasts,
  type PastSetup,
} from './calibrate.ts';
import { TUNED_HORIZONS } from './level-tuning.ts';

/** Phases of the past that are looked at: the items they come from, and how many count for half. */
const ITEMS = 400;
const HALF_TRUST = 40;
const FEWEST = 20;
const WIDEST = 4;
/** Discounts within this are one. */
const SAME = 0.005;

/** How the bands of one week were set, and what forecasts of the past need. */
export interface PhaseSetup {
  past: PastSetup;
  priceDoubt: (item: number, discount: number) => number;
  /** Last weeks that are forecast. */
  span: number;
  /** By `BAND_DEPTHS`, on the variance of forecasts of one week. */
  factors: Float64Array;
  look: ((forecast: PastForecast) => PastCorrection) | null;
}

/**
 * The factor on the variance of four weeks together for which 80 % bands would have held 80 % of the past: weeks of one
 * item miss on the same side where it is there or gone, more than levels and prices explain.
 */
export function phaseFactor(setup: PhaseSetup): number {
  const phases = pastPhases(setup);
  const count = phases.actual.length;
  if (count < FEWEST) return 1;
  const all = Array.from({ length: count }, (_, n) => n);
  const found = Math.max(1 / WIDEST, Math.min(WIDEST, factorOf(phases, all)));
  return found ** (count / (count + HALF_TRUST));
}

/** What the factor of four weeks is for a phase of another length. */
export function phaseWidening(factor: number, weeks: number): number {
  return factor ** phasePart(weeks);
}

/** How far some weeks are from one week (0) towards the four that phases are looked at by (1). */
export function phasePart(weeks: number): number {
  return weeks > 1 ? Math.min(1, Math.log(weeks) / Math.log(TUNED_HORIZONS)) : 0;
}

/** Phases of four weeks at one discount, one after the other, with the variance that their bands have without the factor. */
function pastPhases({ past, priceDoubt, span, factors, look }: PhaseSetup): PastForecasts {
  const { panel, inverse_dispersion } = past;
  const phases: PastForecasts = { week: [], depth: [], actual: [], mean: [], variance: [], middles: [] };
  let [weeks, actual, mean] = [0, 0, 0];
  forecastPast(past, { sample: ITEMS, span, every_horizon: true }, (forecast) => {
    const { item, cell, known, ahead, category } = forecast;
    if ((known + item) % TUNED_HORIZONS !== 0) return;
    if (ahead === 1) [weeks, actual, mean] = [0, 0, 0];
    const discount = panel.discount[cell] ?? 0;
    if (Math.abs(discount - (panel.discount[cell - ahead + 1] ?? 0)) > SAME) return;
    weeks++;
    actual += forecast.actual;
    mean += forecast.mean * Math.exp(look?.(forecast).mean ?? 0);
    if (ahead < TUNED_HORIZONS || weeks < TUNED_HORIZONS) return;
    const noise = inverse_dispersion[category] ?? 0;
    const averaged = noise * (1 - 1 / TUNED_HORIZONS) - DRIFT_PER_WEEK * (TUNED_HORIZONS - 1);
    const relative = forecast.variance - averaged + priceDoubt(item, discount);
    phases.actual.push(actual);
    phases.mean.push(mean);
    phases.variance.push(atDepth(factors, discount) * relative);
  });
  return phases;
}
