import { type BoostedTrees, boostedScore } from '../numeric/boosted-trees.ts';
import { type BoostingOptions, boost } from '../numeric/boosting.ts';
import { retailWeek } from './calendar.ts';
import { forecastPast, type PastCorrection, type PastForecast, type PastSetup } from './calibrate.ts';
import { priceFeature } from './design.ts';
import { type Offers, othersIn, pastDepth } from './offers.ts';
import {
  FEATURE_COUNT,
  fillPriced,
  fillSituation,
  hideOthers,
  MEMORY,
  RECENT,
  RISING,
  writeRecent,
} from './situation.ts';
import type { Forest, Forests, MiddleForest, WeeklyPanel } from './types.ts';

/** Rows that trees are grown on, and the weeks and items that they come from. */
const MOST_ROWS = 10_000;
const SPAN = 110;
const ITEMS = 1500;
/** Fewest of them, and fewest forecasts of the weeks kept apart by which the correction is judged. */
const FEWEST_ROWS = 200;
const FEWEST_JUDGES = 50;
/** Weeks kept apart of an item that the weight needs to count for half. */
const HALF_TRUST = 25;
/** Share of the errors that the whole correction must save to be as good as none. */
const PROOF = 0.01;
const WEIGHTS = [0, 0.25, 0.5, 0.75, 1] as const;
const LARGEST = 1;
/** The same where trees hold the whole answer to prices. */
export const LARGEST_ANSWER = 3;

/** Medians are grown deeper: half of what happens lies on either side whatever the largest sales were. */
const MIDDLE_GROWTH = {
  objective: 'absolute',
  trees: 70,
  leaves: 12,
  rate: 0.1,
  least_rows: 25,
  ridge: 20,
  rising: RISING,
} as const;

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
  /** Trees that aim at the median, knowing what the others do; grown when asked: their weight is yet to be chosen. */
  middle: { grow: () => MiddleTrees };
  /** What trees that have not seen it say of a forecast of the past. */
  look: (past: PastForecast) => PastCorrection;
}

type MiddleTrees = Required<Omit<MiddleForest, 'weight'>>;

/** How the past is forecast again, and what is needed to tell the circumstances of each forecast. */
export interface ResidualSetup {
  past: PastSetup;
  /** Offers of the whole panel, and the items of it that `past` looks at: every which. */
  offers: Offers;
  stride: number;
  elasticity: Float64Array;
  response_form: Uint8Array;
  /** Logarithm of the model's answer to a discount, by item of the past. */
  answer: (item: number, discount: number) => number;
}

interface Row {
  past: PastForecast;
  feature: Float32Array;
  /** What a unit of it tells under NB2 noise: 1 / (1 + μ/r). */
  weight: number;
  /** Logarithm of the model's answer to its discount. */
  answer: number;
}

/**
 * Learns what forecasts of the past have missed, from the circumstances of each: boosted trees (Poisson deviance) that
 * never fall with the discount. Their weight is chosen on the weeks from `from` on, forecast by trees grown on those
 * before; 0 where they do not help. Null when the past is too short, or their weight is nought.
 */
export function learnResidual(setup: ResidualSetup, from: number): LearnedResidual | null {
  const found = judgedRows(setup, from);
  if (found === null) return null;
  const { rows, before, after } = found;
  const informed = learnForest(before, after);
  const blind = learnForest(before.map(withoutOthers), after.map(withoutOthers));
  // Bands and medians are set by forecasts that the trees have not seen.
  const small = isSeenWhole(setup.past.panel);
  const seen = growMiddle(before, small);
  const look = (past: PastForecast): PastCorrection => {
    const feature = featuresOf(setup, past);
    const mean = informed === null ? 0 : informed.weight * boundedScore(informed.seen, feature);
    return { mean, middle: middleOf(seen, feature, answerOf(setup, past)) };
  };
  return { informed, blind, middle: { grow: () => growMiddle(rows, small) }, look };
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
  return (past) => ({ mean: weight * boundedScore(seen, featuresOf(setup, past)), middle: 0 });
}

/** Forecasts of the past, before and from a week on; null where they are too few. */
function judgedRows(setup: ResidualSetup, from: number): { rows: Row[]; before: Row[]; after: Row[] } | null {
  const rows = rowsOf(setup);
  const before = rows.filter(({ past }) => past.known + past.ahead < from);
  const after = rows.filter(({ past }) => past.known + past.ahead >= from);
  return before.length < FEWEST_ROWS || after.length < FEWEST_JUDGES ? null : { rows, before, after };
}

/** Logarithm, over the mean that the model forecasts, of what trees that aim at the median say together. */
function middleOf(
  { trees, holds_answer, beside }: MiddleTrees,
  feature: Float32Array,
  answer: number,
): number {
  const held = (by: BoostedTrees) => boundScore(boostedScore(by, feature), LARGEST_ANSWER) - answer;
  const first = holds_answer ? held(trees) : boundedScore(trees, feature);
  return beside === null ? first : Math.log((Math.exp(first) + Math.exp(held(beside))) / 2);
}

/** Trees grown on all rows, with the weight of those that only knew the ones before. */
function learnForest(before: Row[], after: Row[]): (Forest & { seen: BoostedTrees }) | null {
  const seen = grow(before);
  const weight = weightBy(after, (feature) => boundedScore(seen, feature));
  return weight === 0 ? null : { weight, seen, trees: grow([...before, ...after]) };
}

/** F of a row within what is believed. */
function boundedScore(trees: BoostedTrees, feature: Float32Array): number {
  return boundScore(boostedScore(trees, feature));
}

/** The correction is never larger than e. */
export function boundScore(score: number, most: number = LARGEST): number {
  return Math.max(-most, Math.min(most, score));
}

/** Whether the past is small enough for each of its weeks to be forecast at every horizon. */
function isSeenWhole({ item_count, week_count }: WeeklyPanel): boolean {
  return item_count * Math.min(SPAN, week_count) < MOST_ROWS;
}

/** Forecasts of the past with their circumstances; of few items, at every horizon. */
function rowsOf(setup: ResidualSetup): Row[] {
  const { panel, inverse_dispersion } = setup.past;
  const weeks = Math.min(SPAN, panel.week_count);
  const every_horizon = isSeenWhole(panel);
  const found: PastForecast[] = [];
  forecastPast(setup.past, { sample: ITEMS, span: weeks, every_horizon }, (past) => {
    if (past.mean > 0) found.push(past);
  });
  const step = Math.max(1, found.length / MOST_ROWS);
  const kept = Array.from({ length: Math.floor(found.length / step) }, (_, n) => found[Math.floor(n * step)]);
  return kept.flatMap((past) => {
    if (past === undefined) return [];
    const feature = featuresOf(setup, past);
    const inverse = inverse_dispersion[past.category] ?? 0;
    const weight = 1 / (1 + past.mean * inverse);
    return [{ past, feature, weight, answer: answerOf(setup, past) }];
  });
}

function answerOf({ past: { panel }, answer }: ResidualSetup, { item, cell }: PastForecast): number {
  return answer(item, panel.discount[cell] ?? 0);
}

const recent = new Float32Array(RECENT);

/** The circumstances of a forecast of the past. */
function featuresOf(setup: ResidualSetup, past: PastForecast): Float32Array {
  const { offers, past: again } = setup;
  const { panel } = again;
  const { item, cell, known, ahead, category } = past;
  const row = new Float32Array(FEATURE_COUNT);
  const target = known + ahead;
  const discount = panel.discount[cell] ?? 0;
  const usual = offers.usual[item * setup.stride] ?? 0;
  writeRecent(panel, again.multiplier.cell, item, known, recent);
  fillSituation(row, {
    ahead,
    recent,
    slow: past.slow,
    own_ratio: past.own_ratio,
    category_ratio: past.category_ratio,
    plain_ratio: past.plain_ratio,
    others: othersIn(offers, category, target, usual, discount),
    past_depth: pastDepth(offers, category, known),
    chain: othersIn(offers, offers.category_count, target, usual, discount),
    season: retailWeek(panel.first_week_day + 7 * target),
    age: target - (panel.first_week[item] ?? 0),
    category,
  });
  const feature = priceFeature(discount, setup.response_form[category] ?? 0);
  const before = Float64Array.from({ length: MEMORY }, (_, n) =>
    target - 1 - n < 0 ? 0 : (panel.discount[cell - 1 - n] ?? 0),
  );
  fillPriced(row, discount, -(setup.elasticity[item] ?? 0) * feature, before);
  return row;
}

/**
 * Trees that aim at the median. Started from the level at full price they learn the answer to prices, and may say less of
 * a discount than the model does; a small past teaches it roughly, and has others beside that start from the model's
 * forecast.
 */
function growMiddle(rows: readonly Row[], small: boolean): MiddleTrees {
  const from = (meanOf: (row: Row) => number) => growTrees(rows, MIDDLE_GROWTH, () => 1, meanOf);
  const answering = from(({ past, answer }) => past.mean * Math.exp(-answer));
  if (!small) return { trees: answering, holds_answer: true, beside: null };
  return { trees: from(({ past }) => past.mean), holds_answer: false, beside: answering };
}

function grow(rows: readonly Row[]): BoostedTrees {
  return growTrees(
    rows,
    GROWTH,
    ({ weight }) => weight,
    ({ past }) => past.mean,
  );
}

function growTrees(
  rows: readonly Row[],
  options: BoostingOptions,
  weightOf: (row: Row) => number,
  meanOf: (row: Row) => number,
): BoostedTrees {
  const feature = new Float32Array(rows.length * FEATURE_COUNT);
  rows.forEach((row, n) => {
    feature.set(row.feature, n * FEATURE_COUNT);
  });
  return boost(
    {
      row_count: rows.length,
      feature_count: FEATURE_COUNT,
      feature,
      target: Float64Array.from(rows, (row) => weightOf(row) * row.past.actual),
      base: Float64Array.from(rows, (row) => weightOf(row) * Math.max(1e-3, meanOf(row))),
    },
    options,
  );
}

function withoutOthers(row: Row): Row {
  const feature = row.feature.slice();
  hideOthers(feature);
  return { ...row, feature };
}

/** The share of the correction with the smallest absolute errors: averaged by how near the best they come, less where weeks are few. */
function weightBy(rows: readonly Row[], score: (feature: Float32Array) => number): number {
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
