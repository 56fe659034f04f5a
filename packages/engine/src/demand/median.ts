import { negativeBinomialQuantile } from '@palier/domain';
import { atDepth, BAND_DEPTHS, type PastForecasts } from './calibrate.ts';

const LEANS = [0, 0.25, 0.5, 0.75, 1] as const;
/** Share of the errors that the mean must save to be as good as the median. */
const PROOF = 0.03;
const MOST = 2500;
/** Forecasts from which what they say counts for half. */
const HALF_TRUST = 500;
/** The same for the trees that aim at the median. */
const LEARNT_PROOF = 0.01;
const LEARNT_TRUST = 100;

/**
 * How far from the negative binomial's median towards its mean the smallest absolute errors lie: products that are there
 * or gone have most of their weeks above a median that knows of both. 0 … 1, averaged by how near the best they come.
 *
 * @param factors by `BAND_DEPTHS`, on the variance of forecasts
 */
export function medianLean(past: PastForecasts, factors: Float64Array): number {
  return bestLean(past, PROOF, HALF_TRUST, (n, lean) =>
    leanMedian(lean, middleOf(past, factors, n), past.mean[n] ?? 0),
  );
}

/**
 * How far medians lean on the trees that aim at them, 0 … 1.
 *
 * @param lean what `medianLean` found
 */
export function learntWeight(past: PastForecasts, factors: Float64Array, lean: number): number {
  return bestLean(past, LEARNT_PROOF, LEARNT_TRUST, (n, weight) => {
    const median = leanMedian(lean, middleOf(past, factors, n), past.mean[n] ?? 0);
    return leanMedian(weight, median, past.middle[n] ?? 0);
  });
}

/** Median of the negative binomial of a forecast of the past. */
function middleOf(past: PastForecasts, factors: Float64Array, n: number): number {
  const factor = atDepth(factors, BAND_DEPTHS[past.depth[n] ?? 0] ?? 0);
  const variance = Math.min(20, Math.max(1e-3, factor * (past.variance[n] ?? 1)));
  return negativeBinomialQuantile(1 / variance, past.mean[n] ?? 0, 0.5, Number.MAX_SAFE_INTEGER);
}

/** The lean whose forecasts of the past have the smallest absolute errors, less where these are few. */
function bestLean(
  past: PastForecasts,
  proof: number,
  half_trust: number,
  medianAt: (n: number, lean: number) => number,
): number {
  const count = past.actual.length;
  const step = Math.max(1, count / MOST);
  const looked = Math.floor(count / step);
  if (looked < 50) return 0;
  const losses = new Float64Array(LEANS.length);
  for (let k = 0; k < looked; k++) {
    const n = Math.floor(k * step);
    LEANS.forEach((lean, at) => {
      const error = Math.abs((past.actual[n] ?? 0) - medianAt(n, lean));
      losses[at] = (losses[at] ?? 0) + (1 + proof * lean) * error;
    });
  }
  const least = Math.min(...losses);
  const unsure = (0.1 * least) / Math.sqrt(looked);
  let [sum, weighed] = [0, 0];
  LEANS.forEach((lean, at) => {
    const near = Math.exp(-((losses[at] ?? 0) - least) / Math.max(1e-12, unsure));
    sum += near;
    weighed += near * lean;
  });
  return ((weighed / sum) * looked) / (looked + half_trust);
}

/** A median drawn towards another forecast. */
function leanMedian(lean: number, middle: number, towards: number): number {
  return middle + lean * (towards - middle);
}

/** What a median is made of: the distribution's and its mean, what trees say of it and how far they are believed. */
export interface MedianParts {
  middle: number;
  mean: number;
  lean: number;
  learnt: number;
  weight: number;
}

/** The median of a forecast as the screen shows it, within its band. */
export function shownMedian(parts: MedianParts, low: number, high: number): number {
  const usual = leanMedian(parts.lean, parts.middle, parts.mean);
  return Math.max(low, Math.min(high, leanMedian(parts.weight, usual, parts.learnt)));
}
