import { negativeBinomialQuantile } from '@palier/domain';
import { atDepth, BAND_DEPTHS, type PastForecasts } from './calibrate.ts';
import { TUNED_HORIZONS } from './level-tuning.ts';

const STEPS = [0, 0.25, 0.5, 0.75, 1] as const;
type Leans = readonly number[];
const ALONE: readonly Leans[] = STEPS.map((lean) => [lean]);
const TOGETHER: readonly Leans[] = STEPS.flatMap((one) =>
  STEPS.filter((other) => one + other <= 1).map((other) => [one, other]),
);

/** How leans are chosen. */
interface Judge {
  choices: readonly Leans[];
  /** Share of the errors that leaning wholly must save to be as good as not at all. */
  proof: number;
  /** Forecasts from which what they say counts for half. */
  half_trust: number;
  /** Forecasts that are looked at, and how many of them are of the same week. */
  most: number;
  repeats: number;
}

const TO_MEAN: Judge = { choices: ALONE, proof: 0.03, half_trust: 500, most: 2500, repeats: 1 };
const TO_TREES: Judge = { choices: ALONE, proof: 0.01, half_trust: 100, most: 2500, repeats: 1 };
const TO_CROSSED_TREES: Judge = {
  ...TO_TREES,
  choices: TOGETHER,
  most: 10_000,
  repeats: TUNED_HORIZONS,
};
const FEWEST = 50;

/**
 * How far from the negative binomial's median towards its mean the smallest absolute errors lie: products that are there
 * or gone have most of their weeks above a median that knows of both. 0 … 1, averaged by how near the best they come.
 *
 * @param factors by `BAND_DEPTHS`, on the variance of forecasts
 */
export function medianLean(past: PastForecasts, factors: Float64Array): number {
  const [lean] = bestLeans(past, TO_MEAN, (n) => ({
    usual: usualMedian(past, factors, 0, n),
    towards: [past.mean[n] ?? 0],
  }));
  return lean ?? 0;
}

/**
 * How far medians lean on each kind of trees that aim at them, 0 … 1 together.
 *
 * @param crossed the whole of a small past, each week at every horizon, by trees that have not seen it
 * @param kept weeks kept apart, by which it is chosen where there is no such past
 * @param lean what `medianLean` found
 */
export function learntWeights(
  crossed: PastForecasts | null,
  kept: PastForecasts,
  factors: Float64Array,
  lean: number,
): Leans {
  const past = crossed ?? kept;
  return bestLeans(past, crossed === null ? TO_TREES : TO_CROSSED_TREES, (n) => ({
    usual: usualMedian(past, factors, lean, n),
    towards: past.middles[n] ?? [],
  }));
}

/** Median of the negative binomial of a forecast of the past, drawn towards its mean. */
function usualMedian(past: PastForecasts, factors: Float64Array, lean: number, n: number): number {
  const mean = past.mean[n] ?? 0;
  const factor = atDepth(factors, BAND_DEPTHS[past.depth[n] ?? 0] ?? 0);
  const variance = Math.min(20, Math.max(1e-3, factor * (past.variance[n] ?? 1)));
  return leanMedian(lean, negativeBinomialQuantile(1 / variance, mean, 0.5, Number.MAX_SAFE_INTEGER), mean);
}

/** A median, and the forecasts that it may lean on. */
interface Leaning {
  usual: number;
  towards: Leans;
}

/**
 * The leans whose forecasts of the past have the smallest absolute errors, averaged by how near the best they come, less
 * where these are few; none where they are too few.
 */
function bestLeans(
  past: PastForecasts,
  { choices, proof, half_trust, most, repeats }: Judge,
  leaningAt: (n: number) => Leaning,
): Leans {
  const step = Math.max(1, past.actual.length / most);
  const looked = Math.floor(past.actual.length / step);
  if (looked < FEWEST) return [];
  const losses = new Float64Array(choices.length);
  for (let k = 0; k < looked; k++) {
    const n = Math.floor(k * step);
    const leaning = leaningAt(n);
    choices.forEach((leans, at) => {
      const error = Math.abs((past.actual[n] ?? 0) - leanTowards(leaning, leans));
      losses[at] = (losses[at] ?? 0) + (1 + proof * sumOf(leans)) * error;
    });
  }
  const least = Math.min(...losses);
  const independent = looked / repeats;
  const unsure = Math.max(1e-12, (0.1 * least) / Math.sqrt(independent));
  const near = losses.map((loss) => Math.exp(-(loss - least) / unsure));
  const share = independent / (independent + half_trust) / sumOf(near);
  return (choices[0] ?? []).map((_, kind) =>
    choices.reduce((sum, leans, at) => sum + share * (near[at] ?? 0) * (leans[kind] ?? 0), 0),
  );
}

function sumOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let n = 0; n < values.length; n++) sum += values[n] ?? 0;
  return sum;
}

/** A median drawn towards several other forecasts. */
function leanTowards({ usual, towards }: Leaning, leans: Leans): number {
  return leans.reduce((sum, lean, kind) => sum + lean * ((towards[kind] ?? usual) - usual), usual);
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
