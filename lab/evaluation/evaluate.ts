import { logPaidPrice, plainSlopes, priceLevels } from './baselines.ts';
import { wapeDifference } from './bootstrap.ts';
import { ourForecasts } from './our-forecasts.ts';
import { scorePriceResponse } from './price-response.ts';
import { DistributionSums, ErrorSums } from './score.ts';
import { sliceWeeks } from './slice.ts';
import {
  type ByForecaster,
  type Evaluation,
  type EvaluationOptions,
  type EvaluationPanel,
  FORECASTERS,
  type Forecaster,
  type SliceScore,
} from './types.ts';

export const HORIZONS = 4;
/** Most origins of a rolling evaluation. */
const ORIGINS = 20;
const FEWEST_ORIGINS = 6;
/** Cells fitted in all: what a panel of millions of cells may cost. */
const CELLS = 20e6;
const SHORTEST_TRAINING = 4;
const PRICE_RESPONSE_WEEKS = [6, 13, 52] as const;

/**
 * Rolling-origin evaluation of forecasts 1–4 weeks ahead with known prices, over the second half of the panel,
 * for the plain methods and ours; and the price-response scores. Nothing is tuned on what is scored: every
 * origin sees only the weeks before it.
 */
export function evaluateForecasts(data: EvaluationPanel, options: EvaluationOptions = {}): Evaluation {
  const sums = new EvaluationSums(data.panel.item_count);
  const origins = originsOf(data.panel.week_count, data.panel.item_count, options.origins);
  for (const origin of origins) scoreOrigin(data, origin, sums);
  const price: Evaluation['price_response'] = {};
  for (const weeks of options.response_weeks ?? PRICE_RESPONSE_WEEKS)
    price[String(weeks)] = scorePriceResponse(data, weeks);
  return sums.report(price, origins.length);
}

/** Numbers of weeks known at each origin: the second half, at most 20 (fewer for large panels), evenly spread. */
export function originsOf(weeks: number, items = 1, wanted = ORIGINS): number[] {
  const affordable = Math.floor(CELLS / (items * weeks));
  const most = Math.min(wanted, Math.max(FEWEST_ORIGINS, affordable));
  const first = Math.min(weeks - 1, Math.max(SHORTEST_TRAINING, Math.ceil(weeks / 2)));
  const step = Math.max(1, Math.ceil((weeks - first) / most));
  const origins: number[] = [];
  for (let origin = first; origin < weeks; origin += step) origins.push(origin);
  return origins.filter((origin) => origin >= 1);
}

class EvaluationSums {
  readonly total = newSums();
  readonly horizon = Array.from({ length: HORIZONS }, newSums);
  readonly discount = new Map<string, ErrorSums>();
  readonly category = new Map<string, ErrorSums>();
  readonly distribution = new DistributionSums();
  /** By item: absolute errors of each forecaster, and units. */
  readonly itemErrors: Record<Forecaster, Float64Array>;
  readonly itemUnits: Float64Array;
  scaledError = 0;
  scaledCount = 0;

  constructor(items: number) {
    this.itemUnits = new Float64Array(items);
    this.itemErrors = Object.fromEntries(
      FORECASTERS.map((name) => [name, new Float64Array(items)]),
    ) as Record<Forecaster, Float64Array>;
  }

  /** The plain method with the smallest errors, and ours less it. */
  againstBest(): Evaluation['against_best'] {
    const plain = FORECASTERS.filter((name) => name !== 'palier');
    const best = plain.reduce((a, b) => (this.total[b].absolute < this.total[a].absolute ? b : a));
    const found = wapeDifference(this.itemErrors.palier, this.itemErrors[best], this.itemUnits);
    return found === null ? null : { method: best, ...found };
  }

  report(price: Evaluation['price_response'], origins: number): Evaluation {
    const d = this.distribution;
    const mean = d.count > 0 ? d.units / d.count : 0;
    const per = (value: number, by: number) => (d.count > 0 && by > 0 ? value / d.count / by : null);
    const losses = [...d.pinball.values()];
    return {
      wape: byForecaster(this.total, (s) => s.wape),
      bias: byForecaster(this.total, (s) => s.bias),
      by_horizon: Object.fromEntries(
        this.horizon.map((sums, h) => [String(h + 1), byForecaster(sums, (s) => s.wape)]),
      ),
      by_discount: bySlice(this.discount, d.count),
      by_category: bySlice(this.category, d.count),
      mase: this.scaledCount > 0 ? this.scaledError / this.scaledCount : null,
      nb_deviance: per(d.deviance, 1),
      pinball: per(losses.reduce((sum, loss) => sum + loss, 0) / losses.length, mean),
      pinball_by_quantile: Object.fromEntries(
        [...d.pinball].map(([p, loss]) => [String(p), per(loss, mean)]),
      ),
      coverage_80: per(d.covered, 1),
      against_best: this.againstBest(),
      price_response: price,
      origins,
      scored_cells: d.count,
    };
  }
}

function bySlice(slices: Map<string, ErrorSums>, cells: number): Record<string, SliceScore> {
  return Object.fromEntries(
    [...slices]
      .sort()
      .map(([key, s]) => [key, { wape: s.wape, bias: s.bias, share: s.count / Math.max(1, cells) }]),
  );
}

function newSums(): Record<Forecaster, ErrorSums> {
  return Object.fromEntries(FORECASTERS.map((name) => [name, new ErrorSums()])) as Record<
    Forecaster,
    ErrorSums
  >;
}

function byForecaster(
  sums: Record<Forecaster, ErrorSums>,
  read: (sums: ErrorSums) => number | null,
): ByForecaster {
  return Object.fromEntries(FORECASTERS.map((name) => [name, read(sums[name])])) as ByForecaster;
}

function scoreOrigin(data: EvaluationPanel, origin: number, sums: EvaluationSums): void {
  const train = sliceWeeks(data, 0, origin);
  const to = Math.min(data.panel.week_count, origin + HORIZONS);
  const plain = plainForecasts(data, train, origin, to);
  const ours = ourForecasts(data, train, origin, to);
  const weeks = data.panel.week_count;
  for (let item = 0; item < data.panel.item_count; item++) {
    const scale = naiveScale(train, item);
    if (scale === null) continue;
    const category = data.panel.category[item] ?? 0;
    for (let week = origin; week < to; week++) {
      const cell = item * weeks + week;
      if (data.scored[cell] !== 1) continue;
      const h = week - origin;
      const actual = data.panel.units[cell] ?? 0;
      const mean = ours.mean(item, h);
      for (const name of FORECASTERS) {
        const forecast = name === 'palier' ? mean : plain(name, item, week);
        sums.total[name].add(actual, forecast);
        sums.horizon[h]?.[name].add(actual, forecast);
        const errors = sums.itemErrors[name];
        errors[item] = (errors[item] ?? 0) + Math.abs(actual - forecast);
      }
      sums.itemUnits[item] = (sums.itemUnits[item] ?? 0) + actual;
      addSlice(sums.discount, depthOf(data.panel.discount[cell] ?? 0), actual, mean);
      addSlice(sums.category, data.category_names?.[category] ?? String(category), actual, mean);
      sums.distribution.add(actual, mean, ours.shape(item, h));
      if (scale > 0) {
        sums.scaledError += Math.abs(actual - mean) / scale;
        sums.scaledCount++;
      }
    }
  }
}

function addSlice(slices: Map<string, ErrorSums>, key: string, actual: number, mean: number): void {
  const slice = slices.get(key) ?? new ErrorSums();
  slices.set(key, slice);
  slice.add(actual, mean);
}

/** Depth of a discount in points, to the ten above: what slices are called. */
function depthOf(discount: number): string {
  return discount < 0.025 ? '0' : String(Math.min(60, 10 * Math.ceil(discount * 10 - 0.25)));
}

/** Mean absolute one-week change in training; null when the item was never seen before the origin. */
function naiveScale(train: EvaluationPanel, item: number): number | null {
  const weeks = train.panel.week_count;
  let last = Number.NaN;
  let sum = 0;
  let count = 0;
  let seen = false;
  for (let cell = item * weeks; cell < (item + 1) * weeks; cell++) {
    if (train.scored[cell] !== 1) continue;
    const units = train.panel.units[cell] ?? 0;
    if (seen) {
      sum += Math.abs(units - last);
      count++;
    }
    last = units;
    seen = true;
  }
  return seen ? (count > 0 ? sum / count : 0) : null;
}

function plainForecasts(data: EvaluationPanel, train: EvaluationPanel, origin: number, to: number) {
  const slopes = plainSlopes(train.panel, train.scored);
  const slopeOf: Record<Exclude<Forecaster, 'palier' | 'last_week'>, (item: number) => number> = {
    ewma: () => 0,
    own_price: (item) => slopes.own[item] ?? 0,
    global_price: () => slopes.global,
    pooled_price: (item) => slopes.pooled[item] ?? 0,
  };
  const levels = Object.fromEntries(
    Object.entries(slopeOf).map(([name, slope]) => [name, priceLevels(train.panel, train.scored, slope)]),
  );
  const last = lastUnits(train);
  const prices = logPaidPrice(sliceWeeks(data, origin, to).panel);
  return (name: Exclude<Forecaster, 'palier'>, item: number, week: number): number => {
    if (name === 'last_week') return last[item] ?? 0;
    const price = prices[item * (to - origin) + week - origin] ?? 0;
    // The multiplier is kept within what anybody would believe, or a bad slope would swamp the score.
    const lift = Math.min(50, Math.exp(slopeOf[name](item) * price));
    return (levels[name]?.[item] ?? 0) * lift;
  };
}

function lastUnits(train: EvaluationPanel): Float64Array {
  const weeks = train.panel.week_count;
  return Float64Array.from({ length: train.panel.item_count }, (_, item) => {
    for (let week = weeks - 1; week >= 0; week--)
      if (train.scored[item * weeks + week] === 1) return train.panel.units[item * weeks + week] ?? 0;
    return 0;
  });
}
