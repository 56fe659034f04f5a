import { type BoostedTrees, boostedScore } from '../numeric/boosted-trees.ts';
import type { PastCorrection, PastForecast, PastForecasts } from './calibrate.ts';
import { crossedForecasts, growMedians, type MedianTrees, medianScores } from './median-trees.ts';
import {
  answerTo,
  boundScore,
  featuresOf,
  growTrees,
  isSeenWhole,
  type PastRow,
  pastRows,
  type ResidualSetup,
  weekOf,
  withoutOthers,
} from './past-rows.ts';
import { RISING } from './situation.ts';
import type { Forest, Forests } from './types.ts';

/** Fewest of them, and fewest forecasts of the weeks kept apart by which the correction is judged. */
const FEWEST_ROWS = 200;
const FEWEST_JUDGES = 50;
/** Weeks kept apart of an item that the weight needs to count for half. */
const HALF_TRUST = 25;
/** Share of the errors that the whole correction must save to be as good as none. */
const PROOF = 0.01;
const WEIGHTS = [0, 0.25, 0.5, 0.75, 1] as const;

const GROWTH = {
  objective: 'poisson',
  trees: 60,
  leaves: 6,
  rate: 0.1,
  least_rows: 25,
  ridge: 80,
  rising: RISING,
} as const;

export interface LearnedResidual extends Forests {
  middle: {
    /** Trees that aim at the median, knowing what the others do; grown when asked: their weights are yet to be chosen. */
    grow: () => MedianTrees[];
    /** The whole of a small past by trees that have not seen it, to choose these weights by; null of larger ones. */
    crossed: () => PastForecasts | null;
  };
  /** What trees that have not seen it say of a forecast of the past. */
  look: (past: PastForecast) => PastCorrection;
}

/**
 * Learns what forecasts of the past have missed, from the circumstances of each: boosted trees (Poisson deviance) that
 * never fall with the discount. Their weight is chosen on the weeks from `from` on, forecast by trees grown on those
 * before; 0 where they do not help. Null when the past is too short, or their weight is nought.
 */
export function learnResidual(setup: ResidualSetup, from: number): LearnedResidual | null {
  const found = judgedRows(setup, from);
  if (found === null) return null;
  const { before, after } = found;
  const medians = found.medians();
  const informed = learnForest(before, after);
  const blind = learnForest(before.map(withoutOthers), after.map(withoutOthers));
  const small = isSeenWhole(setup.past.panel);
  // Bands and medians are set by forecasts that the trees have not seen.
  const seen = small ? [] : growMedians(before, small);
  const look = (past: PastForecast): PastCorrection => {
    const feature = featuresOf(setup, past);
    const mean = informed === null ? 0 : informed.weight * boundedScore(informed.seen, feature);
    return { mean, middles: medianScores(seen, feature, answerTo(setup, past)) };
  };
  const crossed = () => (small ? crossedForecasts(setup, medians, (part) => meanBy(informed, part)) : null);
  return { informed, blind, middle: { grow: () => growMedians(medians, small), crossed }, look };
}

/** The correction of means that a part of the rows teaches, as far as it is believed. */
function meanBy(informed: Forest | null, part: readonly PastRow[]): (feature: Float32Array) => number {
  if (informed === null) return () => 0;
  const trees = grow(part);
  return (feature) => informed.weight * boundedScore(trees, feature);
}

/**
 * What the correction that knows what the others do would have said of the weeks from `from` on, learnt on those before:
 * all that bands need of weeks long past. Null where there is none.
 */
export function pastCorrection(setup: ResidualSetup, from: number): LearnedResidual['look'] | null {
  const found = judgedRows(setup, from);
  if (found === null) return null;
  const seen = grow(found.before);
  const weight = weightBy(found.after, (feature) => boundedScore(seen, feature));
  if (weight === 0) return null;
  return (past) => ({ mean: weight * boundedScore(seen, featuresOf(setup, past)), middles: [] });
}

/** Forecasts of the past, before and from a week on; null where they are too few. */
function judgedRows(
  setup: ResidualSetup,
  from: number,
): { medians: () => PastRow[]; before: PastRow[]; after: PastRow[] } | null {
  const { means, medians } = pastRows(setup);
  const before = means.filter((row) => weekOf(row) < from);
  const after = means.filter((row) => weekOf(row) >= from);
  return before.length < FEWEST_ROWS || after.length < FEWEST_JUDGES ? null : { medians, before, after };
}

/** Trees grown on all rows, with the weight of those that only knew the ones before. */
function learnForest(before: PastRow[], after: PastRow[]): (Forest & { seen: BoostedTrees }) | null {
  const seen = grow(before);
  const weight = weightBy(after, (feature) => boundedScore(seen, feature));
  return weight === 0 ? null : { weight, seen, trees: grow([...before, ...after]) };
}

/** F of a row within what is believed. */
function boundedScore(trees: BoostedTrees, feature: Float32Array): number {
  return boundScore(boostedScore(trees, feature));
}

function grow(rows: readonly PastRow[]): BoostedTrees {
  return growTrees(
    rows,
    GROWTH,
    ({ weight }) => weight,
    ({ past }) => past.mean,
  );
}

/** The share of the correction with the smallest absolute errors: averaged by how near the best they come, less where weeks are few. */
function weightBy(rows: readonly PastRow[], score: (feature: Float32Array) => number): number {
  const losses = new Float64Array(WEIGHTS.length);
  const weeks = new Set<number>();
  for (const { past, feature } of rows) {
    weeks.add(past.cell);
    const f = score(feature);
    WEIGHTS.forEach((weight, n) => {
      const error = Math.abs(past.actual - past.mean * Math.exp(weight * f));
      losses[n] = (losses[n] ?? 0) + (1 + PROOF * weight) * error;
    });
  }
  const least = Math.min(...losses);
  if (losses[0] === least) return 0;
  const unsure = (0.1 * least) / Math.sqrt(weeks.size);
  let [sum, weighed] = [0, 0];
  WEIGHTS.forEach((weight, n) => {
    const near = Math.exp(-((losses[n] ?? 0) - least) / unsure);
    sum += near;
    weighed += near * weight;
  });
  return ((weighed / sum) * weeks.size) / (weeks.size + HALF_TRUST);
}
