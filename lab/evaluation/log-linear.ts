import { retailWeek, SEASON_LENGTH } from '../../packages/engine/src/demand/calendar.ts';
import type { WeeklyPanel } from '../../packages/engine/src/demand/types.ts';
import { solveLinear } from '../../packages/engine/src/numeric/solve-linear.ts';
import { effectLevels, logPaidPrice } from './baselines.ts';
import type { EvaluationPanel } from './types.ts';

const SEASON_ORDER = 2;
const FEATURES = 4 + 2 * SEASON_ORDER;
/** Fewest weeks that a season is estimated from. */
const SEASON_FROM = 40;
const PROMOTED = 0.05;
/** Weight of the prior, in squared units of a feature: nought for the chain's, its coefficients for a category's. */
const CHAIN_RIDGE = 0.1;
const CATEGORY_RIDGE = 3;

/**
 * The regression of the textbooks: ln units on the log price, a promotion dummy, last week's discount, the mean
 * discount of the category and a Fourier season, around each item's mean, by category with the chain's coefficients
 * as prior; then the level of the last weeks (δ = 0.75) under these effects.
 */
export function logLinearForecasts(
  data: EvaluationPanel,
  origin: number,
  scored: Uint8Array,
): (item: number, h: number) => number {
  const { panel } = data;
  const { item_count: items, week_count: weeks, category_count: categories } = panel;
  const features = featuresOf(data, origin);
  const grams = Array.from({ length: categories + 1 }, () =>
    Array.from({ length: FEATURES }, () => new Float64Array(FEATURES + 1)),
  );
  for (let item = 0; item < items; item++) {
    const cells: number[] = [];
    for (let cell = item * weeks; cell < item * weeks + origin; cell++)
      if (scored[cell] === 1 && (panel.units[cell] ?? 0) > 0) cells.push(cell);
    const own = panel.category[item] ?? 0;
    addAround(
      cells.map((cell) => [...features(item, cell), Math.log(panel.units[cell] ?? 1)]),
      [grams[own] ?? [], grams[categories] ?? []],
    );
  }
  const chain = solveRidge(grams[categories] ?? [], new Float64Array(FEATURES), CHAIN_RIDGE);
  const slopes = grams.map((gram) => solveRidge(gram, chain, CATEGORY_RIDGE));
  const effect = (item: number, cell: number): number => {
    const slope = slopes[panel.category[item] ?? 0] ?? chain;
    const value = features(item, cell).reduce((sum, x, k) => sum + x * (slope[k] ?? 0), 0);
    return Math.exp(Math.max(-4, Math.min(4, value)));
  };
  const known = scored.map((flag, cell) => (cell % weeks < origin ? flag : 0));
  const levels = effectLevels(panel, known, effect);
  return (item, h) => (levels[item] ?? 0) * effect(item, item * weeks + origin + h);
}

function featuresOf({ panel, has_dates }: EvaluationPanel, origin: number) {
  const weeks = panel.week_count;
  const prices = logPaidPrice(panel);
  const offered = categoryDiscount(panel);
  const angles = Float64Array.from({ length: weeks }, (_, week) =>
    has_dates && origin >= SEASON_FROM
      ? (2 * Math.PI * retailWeek(panel.first_week_day + 7 * week)) / SEASON_LENGTH
      : Number.NaN,
  );
  return (item: number, cell: number): number[] => {
    const week = cell - item * weeks;
    const discount = panel.discount[cell] ?? 0;
    const angle = angles[week] ?? Number.NaN;
    return [
      prices[cell] ?? 0,
      discount >= PROMOTED ? 1 : 0,
      week > 0 ? (panel.discount[cell - 1] ?? 0) : 0,
      offered[(panel.category[item] ?? 0) * weeks + week] ?? 0,
      ...Array.from({ length: SEASON_ORDER }, (_, k) =>
        Number.isNaN(angle) ? [0, 0] : [Math.cos((k + 1) * angle), Math.sin((k + 1) * angle)],
      ).flat(),
    ];
  };
}

/** Mean discount of each category and week: `c * T + t`. */
function categoryDiscount(panel: WeeklyPanel): Float64Array {
  const sums = new Float64Array(panel.category_count * panel.week_count);
  const items = new Float64Array(panel.category_count);
  panel.category.forEach((c, item) => {
    items[c] = (items[c] ?? 0) + 1;
    for (let week = 0; week < panel.week_count; week++) {
      const at = c * panel.week_count + week;
      sums[at] = (sums[at] ?? 0) + (panel.discount[item * panel.week_count + week] ?? 0);
    }
  });
  return sums.map((sum, at) => sum / Math.max(1, items[Math.floor(at / panel.week_count)] ?? 1));
}

/** Adds rows (features, then what they explain) less their means to the normal equations. */
function addAround(rows: readonly (readonly number[])[], grams: readonly Float64Array[][]): void {
  if (rows.length < 3) return;
  const mean = Array.from(
    { length: FEATURES + 1 },
    (_, k) => rows.reduce((sum, row) => sum + (row[k] ?? 0), 0) / rows.length,
  );
  for (const row of rows) {
    const centred = row.map((value, k) => value - (mean[k] ?? 0));
    for (const gram of grams)
      for (let a = 0; a < FEATURES; a++) {
        const line = gram[a];
        if (line === undefined) continue;
        for (let b = 0; b <= FEATURES; b++) line[b] = (line[b] ?? 0) + (centred[a] ?? 0) * (centred[b] ?? 0);
      }
  }
}

/** Coefficients drawn to a prior; a small ridge keeps what never moved at it. */
function solveRidge(gram: readonly Float64Array[], prior: Float64Array, ridge: number): Float64Array {
  const rows = gram.map((line, a) => {
    const row = line.slice();
    row[a] = (row[a] ?? 0) + ridge;
    row[FEATURES] = (row[FEATURES] ?? 0) + ridge * (prior[a] ?? 0);
    return row;
  });
  return solveLinear(rows);
}
