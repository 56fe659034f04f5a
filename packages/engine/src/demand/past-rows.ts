import type { BoostedTrees } from '../numeric/boosted-trees.ts';
import { type BoostingOptions, boost } from '../numeric/boosting.ts';
import { thinned } from '../numeric/thinned.ts';
import { retailWeek } from './calendar.ts';
import { forecastPast, type PastForecast, type PastSetup } from './calibrate.ts';
import { priceFeature } from './design.ts';
import { type Offers, othersIn, pastDepth } from './offers.ts';
import {
  FEATURE_COUNT,
  fillPriced,
  fillSituation,
  hideOthers,
  MEMORY,
  RECENT,
  writeRecent,
} from './situation.ts';
import type { WeeklyPanel } from './types.ts';

/** Rows that trees are grown on, and the weeks and items that they come from. */
const MOST_ROWS = 10_000;
/** Of a past that is seen whole, rows that medians are grown on. */
const MOST_ROWS_WHOLE = 25_000;
const SPAN = 110;
const ITEMS = 1500;

/** How the past is forecast again, and what is needed to tell the circumstances of each forecast. */
export interface ResidualSetup {
  past: PastSetup;
  /** Offers of the whole panel, and the items of it that `past` looks at: every which. */
  offers: Offers;
  stride: number;
  elasticity: Float64Array;
  response_form: Uint8Array;
  /** Logarithm of the model's answer to a discount, by item of the past; relative variance of what is not known of it. */
  answer: (item: number, discount: number) => number;
  doubt: (item: number, discount: number) => number;
}

/** A forecast of the past and its circumstances. */
export interface PastRow {
  past: PastForecast;
  feature: Float32Array;
  /** What a unit of it tells under NB2 noise: 1 / (1 + μ/r). */
  weight: number;
  /** Logarithm of the model's answer to its discount. */
  answer: number;
}

/** Whether the past is small enough for each of its weeks to be forecast at every horizon. */
export function isSeenWhole({ item_count, week_count }: WeeklyPanel): boolean {
  return item_count * Math.min(SPAN, week_count) < MOST_ROWS;
}

/** What means are learnt from, and medians: of a past that is not seen whole, the same rows. */
export interface PastRows {
  means: PastRow[];
  medians: () => PastRow[];
}

/** Forecasts of the past with their circumstances; of few items, at every horizon. */
export function pastRows(setup: ResidualSetup): PastRows {
  const { panel } = setup.past;
  const every_horizon = isSeenWhole(panel);
  const scope = { sample: ITEMS, span: Math.min(SPAN, panel.week_count), every_horizon };
  const found: PastForecast[] = [];
  forecastPast(setup.past, scope, (past) => {
    if (past.mean > 0) found.push(past);
  });
  const rowsOf = (most: number) => thinned(found, most).map((past) => rowOf(setup, past));
  const means = rowsOf(MOST_ROWS);
  return { means, medians: () => (every_horizon ? rowsOf(MOST_ROWS_WHOLE) : means) };
}

function rowOf(setup: ResidualSetup, past: PastForecast): PastRow {
  const inverse = setup.past.inverse_dispersion[past.category] ?? 0;
  const weight = 1 / (1 + past.mean * inverse);
  return { past, feature: featuresOf(setup, past), weight, answer: answerTo(setup, past) };
}

/** Logarithm of the model's answer to the discount of a forecast of the past. */
export function answerTo({ past: { panel }, answer }: ResidualSetup, { item, cell }: PastForecast): number {
  return answer(item, panel.discount[cell] ?? 0);
}

const recent = new Float32Array(RECENT);

/** The circumstances of a forecast of the past. */
export function featuresOf(setup: ResidualSetup, past: PastForecast): Float32Array {
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

/** The week that a row is a forecast of. */
export function weekOf({ past }: PastRow): number {
  return past.known + past.ahead;
}

/** A row of who does not know what the others do. */
export function withoutOthers(row: PastRow): PastRow {
  const feature = row.feature.slice();
  hideOthers(feature);
  return { ...row, feature };
}

/** Trees that correct what `meanOf` says of each row, weighed by `weightOf`. */
export function growTrees(
  rows: readonly PastRow[],
  options: BoostingOptions,
  weightOf: (row: PastRow) => number,
  meanOf: (row: PastRow) => number,
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

/** A correction is never larger than e. */
export const LARGEST = 1;

/** A score within what is believed of it, on both sides of nought. */
export function boundScore(score: number, most: number = LARGEST): number {
  return Math.max(-most, Math.min(most, score));
}
