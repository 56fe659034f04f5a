import { solveLinear } from '../numeric/solve-linear.ts';
import { forecastPast, type PastSetup } from './calibrate.ts';
import { correctionAt, keepRising, placeAmongDepths, SHIFT_DEPTHS, shiftScale } from './shift.ts';
import type { DemandModel } from './types.ts';

const DEPTHS = SHIFT_DEPTHS.length;
const SAMPLE = 4000;
const SPAN = 60;
/** Below this discount a week is at full price. */
const FULL_BELOW = 0.025;
/** Sizes that what the formula misses may have (sd of logs): the past says how likely each is. */
const SPREADS = [0, 0.05, 0.1, 0.2, 0.4] as const;
/** Log of how much more likely none is than one of them, before the past has spoken; more where few items speak. */
const PROOF = 2;
const PROOF_OF_ONE = 10;
/** Correlation of depths ten points apart; nearer ones have more in common. */
const KINSHIP = 0.6;
const KIN = SHIFT_DEPTHS.slice(1).map((depth, k) => KINSHIP ** (10 * (depth - (SHIFT_DEPTHS[k] ?? 0))));
/** How items stray from their category's form at a depth (sd of logs). */
const ITEM_SPREAD = 0.2;
/** Depths that a past usually knows: what is fitted takes a part of what strays. */
const SPENT = 4;
const LARGEST = 1;
const LARGEST_STEP = 0.5;
const ROUNDS = 3;

type Priced = Pick<
  DemandModel,
  'category' | 'elasticity' | 'category_elasticity' | 'response_form' | 'inverse_dispersion'
>;

/** A markdown week of the past beside its forecast. */
interface Marked {
  item: number;
  week: number;
  category: number;
  actual: number;
  mean: number;
  /** Its place among the depths, and how much its item answers. */
  low: number;
  part: number;
  scale: number;
  /** What a unit tells: noise of counts, and what is the item's own affair. */
  trust: number;
}

/** Second-order form of the log likelihood about some corrections; the gradient is the last column. */
type Curvature = Float64Array[];

/**
 * What the formula of the response misses at each depth: by quasi-likelihood on forecasts of the past, 1 to 4 weeks
 * ahead, for the chain, then for each category about it. Believed as far as whole weeks agree, and as more than a few
 * items say the same. `c * SHIFT_DEPTHS.length + depth`.
 *
 * @param until first week that is not looked at
 */
export function fitResponseShift(setup: PastSetup, model: Priced, until?: number): Float64Array {
  const { category_count } = setup.panel;
  const marked = markedWeeks(setup, model, until);
  const shift = new Float64Array(category_count * DEPTHS);
  const chain = new Float64Array(DEPTHS);
  fitRows(marked, chain);
  const rows = Array.from({ length: category_count }, (): Marked[] => []);
  for (const one of marked) rows[one.category]?.push(one);
  rows.forEach((own, c) => {
    const found = chain.slice();
    if (category_count > 1 && own.length > 0) fitRows(own, found);
    keepRising(found, model, c, countsOf(own));
    shift.set(found, c * DEPTHS);
  });
  return shift;
}

/** Forecasts of past markdowns; what is wrong at full price is the level's affair, and taken out. */
function markedWeeks(setup: PastSetup, model: Priced, until?: number): Marked[] {
  const { panel } = setup;
  const marked: Marked[] = [];
  const base = { actual: 10, forecast: 10 };
  const information = new Map<number, number>();
  const placeOf = ({ item, low }: Marked) => item * (DEPTHS + 1) + low;
  const scope = { sample: SAMPLE, span: SPAN, ...(until !== undefined && { until }) };
  forecastPast(setup, scope, ({ item, cell, actual, mean, category }) => {
    const discount = panel.discount[cell] ?? 0;
    if (discount < FULL_BELOW) {
      base.actual += actual;
      base.forecast += mean;
      return;
    }
    const trust = 1 / (1 + mean * (model.inverse_dispersion[category] ?? 0));
    const place = placeAmongDepths(discount);
    const week = cell % panel.week_count;
    const one = { item, week, category, actual, mean, ...place, scale: shiftScale(model, item), trust };
    information.set(placeOf(one), (information.get(placeOf(one)) ?? 0) + trust * mean);
    marked.push(one);
  });
  const level = base.actual / base.forecast;
  for (const one of marked) {
    one.mean *= level;
    // Past a point, more weeks of an item at a depth tell of the item alone.
    one.trust /= 1 + ITEM_SPREAD ** 2 * (information.get(placeOf(one)) ?? 0);
  }
  return marked;
}

/** Moves `shift` to the mean of its posterior, whose prior mean it is: over spreads, by how likely each makes the past. */
function fitRows(rows: readonly Marked[], shift: Float64Array): void {
  const prior = shift.slice();
  const proof = PROOF + PROOF_OF_ONE / Math.max(1, new Set(rows.map(({ item }) => item)).size);
  for (let round = 0; round < ROUNDS; round++) {
    const curvature = curvatureAt(rows, shift);
    const apart = shift.map((value, k) => value - (prior[k] ?? 0));
    const mean = new Float64Array(DEPTHS);
    let weighed = 0;
    for (const spread of SPREADS) {
      const { likelihood, step } = posterior(curvature, apart, { spread, proof });
      const weight = Math.exp(likelihood);
      weighed += weight;
      step.forEach((value, k) => {
        mean[k] = (mean[k] ?? 0) + weight * value;
      });
    }
    shift.forEach((value, k) => {
      const wanted = (prior[k] ?? 0) + (mean[k] ?? 0) / weighed;
      const moved = value + clip(wanted - value, LARGEST_STEP);
      shift[k] = clip(moved, LARGEST);
    });
  }
}

function clip(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value));
}

/** Mean of the corrections less their prior mean under a spread, and log of how likely it makes the past (0: without any). */
function posterior(
  curvature: Curvature,
  apart: Float64Array,
  { spread, proof }: { spread: number; proof: number },
): { likelihood: number; step: Float64Array } {
  if (spread === 0) return { likelihood: 0, step: new Float64Array(DEPTHS) };
  const precision = 1 / spread ** 2;
  const right = new Float64Array(DEPTHS);
  const matrix = curvature.map((line, k) => {
    const own = line.slice();
    for (let j = 0; j < DEPTHS; j++) own[DEPTHS] = (own[DEPTHS] ?? 0) + (line[j] ?? 0) * (apart[j] ?? 0);
    right[k] = own[DEPTHS] ?? 0;
    // The precision of a first-order autoregression over depths.
    const [before, after] = [KIN[k - 1] ?? 0, KIN[k] ?? 0];
    const [left, ahead] = [1 / (1 - before ** 2), 1 / (1 - after ** 2)];
    own[k] = (own[k] ?? 0) + precision * (left + ahead * after ** 2);
    if (k > 0) own[k - 1] = (own[k - 1] ?? 0) - precision * before * left;
    if (k < DEPTHS - 1) own[k + 1] = (own[k + 1] ?? 0) - precision * after * ahead;
    return own;
  });
  const step = solveLinear(matrix);
  let likelihood = -proof - 0.5 * KIN.reduce((sum, kin) => sum + Math.log(1 - kin ** 2), 0);
  step.forEach((value, k) => {
    // What is left on the diagonal are pivots, whose product is the determinant.
    const pivot = Math.max(1e-12, matrix[k]?.[k] ?? 1);
    likelihood += 0.5 * (value * (right[k] ?? 0) - Math.log(pivot / precision));
  });
  return { likelihood, step };
}

function curvatureAt(rows: readonly Marked[], shift: Float64Array): Curvature {
  const lines = Array.from({ length: DEPTHS }, () => new Float64Array(DEPTHS + 1));
  const add = (k: number, j: number, value: number) => {
    const line = lines[k];
    if (line !== undefined && j >= 0) line[j] = (line[j] ?? 0) + value;
  };
  const byWeek = new Map<number, number>();
  let information = 0;
  for (const { week, actual, mean, low, part, scale, trust } of rows) {
    const forecast = mean * Math.exp(scale * correctionAt(shift, 0, low, part));
    const score = trust * (actual - forecast);
    const weight = trust * forecast;
    information += weight;
    byWeek.set(week, (byWeek.get(week) ?? 0) + score);
    const [below, above] = [scale * (1 - part), scale * part];
    add(low - 1, DEPTHS, below * score);
    add(low - 1, low - 1, below * below * weight);
    if (low === DEPTHS) continue;
    add(low, DEPTHS, above * score);
    add(low, low, above * above * weight);
    add(low - 1, low, below * above * weight);
    add(low, low - 1, below * above * weight);
  }
  // Weeks stray whole, and more than counts would.
  const squares = [...byWeek.values()].reduce((sum, score) => sum + score * score, 0);
  const strays = information > 0 ? ((1 + SPENT / byWeek.size) * squares) / information : 1;
  return lines.map((line) => line.map((value) => value / Math.max(1, strays)));
}

/** Weeks known at each depth, and a little more so that none weighs nothing. */
function countsOf(rows: readonly Marked[]): Float64Array {
  const count = new Float64Array(DEPTHS).fill(1);
  for (const { low, part } of rows) {
    if (low > 0) count[low - 1] = (count[low - 1] ?? 0) + 1 - part;
    if (low < DEPTHS) count[low] = (count[low] ?? 0) + part;
  }
  return count;
}
