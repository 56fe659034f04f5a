import { negativeBinomialQuantile } from '../numeric/negative-binomial.ts';
import { atDepth, BAND_DEPTHS, type PastForecasts } from './calibrate.ts';

const LEANS = [0, 0.25, 0.5, 0.75, 1] as const;
/** Share of the errors that the mean must save to be as good as the median. */
const PROOF = 0.03;
const MOST = 2500;
/** Forecasts from which what they say counts for half. */
const HALF_TRUST = 500;

/**
 * How far from the negative binomial's median towards its mean the smallest absolute errors lie: products that are there
 * or gone have most of their weeks above a median that knows of both. 0 … 1, averaged by how near the best they come.
 *
 * @param factors by `BAND_DEPTHS`, on the variance of forecasts
 */
export function medianLean(past: PastForecasts, factors: Float64Array): number {
  const count = past.actual.length;
  const step = Math.max(1, count / MOST);
  const looked = Math.floor(count / step);
  if (looked < 50) return 0;
  const losses = new Float64Array(LEANS.length);
  for (let k = 0; k < looked; k++) {
    const n = Math.floor(k * step);
    const factor = atDepth(factors, BAND_DEPTHS[past.depth[n] ?? 0] ?? 0);
    const variance = Math.min(20, Math.max(1e-3, factor * (past.variance[n] ?? 1)));
    const mean = past.mean[n] ?? 0;
    const middle = negativeBinomialQuantile(1 / variance, mean, 0.5, Number.MAX_SAFE_INTEGER);
    LEANS.forEach((lean, at) => {
      const error = Math.abs((past.actual[n] ?? 0) - leanMedian(lean, middle, mean));
      losses[at] = (losses[at] ?? 0) + (1 + PROOF * lean) * error;
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
  return ((weighed / sum) * looked) / (looked + HALF_TRUST);
}

/** The median that is shown: the distribution's, drawn towards its mean. */
export function leanMedian(lean: number, middle: number, mean: number): number {
  return middle + lean * (mean - middle);
}
