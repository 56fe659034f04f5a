import { logPaidPrice, plainSlopes, priceLevels } from './baselines.ts';
import { boostedForecasts } from './boosted.ts';
import { wapeDifference } from './bootstrap.ts';
import { logLinearForecasts } from './log-linear.ts';
import { ourForecasts, type ShownForecast } from './our-forecasts.ts';
import { scorePriceResponse } from './price-response.ts';
import { BandSums, DistributionSums, ErrorSums } from './score.ts';
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
  const names =
    options.learned_baselines === false ? FORECASTERS.filter((name) => !LEARNED.has(name)) : FORECASTERS;
  const sums = new EvaluationSums(data.panel.item_count, names);
  const origins = originsOf(data.panel.week_count, data.panel.item_count, options.origins);
  for (const origin of origins) scoreOrigin(data, origin, sums);
  const price: Evaluation['price_response'] = {};
  for (const weeks of options.response_weeks ?? PRICE_RESPONSE_WEEKS)
    price[String(weeks)] = scorePriceResponse(data, weeks);
  const stock = data.stock_rebuilt === true ? 'rebuilt' : data.stock === null ? 'none' : 'used';
  return sums.report(price, origins.length, stock);
}

/** Baselines that learn from more than an item's own weeks. */
const LEARNED: ReadonlySet<Forecaster> = new Set(['log_linear', 'boosted_poisson', 'boosted_absolute']);

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
  readonly names: readonly Forecaster[];
  readonly total: Record<Forecaster, ErrorSums>;
  readonly horizon: Record<Forecaster, ErrorSums>[];
  readonly slices = {
    discount: new Map<string, BandSums>(),
    weeks_ahead: new Map<string, BandSums>(),
    age: new Map<string, BandSums>(),
    category: new Map<string, BandSums>(),
    phase: new Map<string, BandSums>(),
  };
  readonly all = new BandSums();
  readonly distribution = new DistributionSums();
  /** By item: absolute errors of each forecaster, and units. */
  readonly itemErrors: Record<Forecaster, Float64Array>;
  readonly itemUnits: Float64Array;
  /** By forecaster: sum of absolute errors of whole categories. */
  readonly aggregate: Record<Forecaster, number>;
  scaledError = 0;
  scaledCount = 0;

  constructor(items: number, names: readonly Forecaster[]) {
    this.names = names;
    this.total = byName(() => new ErrorSums());
    this.horizon = Array.from({ length: HORIZONS }, () => byName(() => new ErrorSums()));
    this.itemUnits = new Float64Array(items);
    this.itemErrors = byName(() => new Float64Array(items));
    this.aggregate = byName(() => 0);
  }

  /** The method of others with the smallest errors, and ours less it. */
  againstBest(): Evaluation['against_best'] {
    const others = this.names.filter((name) => name !== 'palier');
    const best = others.reduce((a, b) => (this.total[b].absolute < this.total[a].absolute ? b : a));
    const found = wapeDifference(this.itemErrors.palier, this.itemErrors[best], this.itemUnits);
    return found === null ? null : { method: best, ...found };
  }

  report(price: Evaluation['price_response'], origins: number, stock: Evaluation['stock']): Evaluation {
    const d = this.distribution;
    const mean = d.count > 0 ? d.units / d.count : 0;
    const per = (value: number, by: number) => (d.count > 0 && by > 0 ? value / d.count / by : null);
    const losses = [...d.pinball.values()];
    const by = (read: (name: Forecaster) => number | null): ByForecaster =>
      byName((name) => (this.names.includes(name) ? read(name) : null));
    const { discount, weeks_ahead, age, category, phase } = this.slices;
    return {
      wape: by((name) => this.total[name].wape),
      bias: by((name) => this.total[name].bias),
      rmse: by((name) => this.total[name].rmse),
      aggregate_error: by((name) => (d.units > 0 ? this.aggregate[name] / d.units : null)),
      by_horizon: Object.fromEntries(
        this.horizon.map((sums, h) => [String(h + 1), by((name) => sums[name].wape)]),
      ),
      by_discount: bySlice(discount),
      by_weeks_ahead: bySlice(weeks_ahead),
      by_age: bySlice(age),
      by_category: bySlice(category),
      by_phase: bySlice(phase),
      stock,
      mase: this.scaledCount > 0 ? this.scaledError / this.scaledCount : null,
      nb_deviance: per(d.deviance, 1),
      pinball: per(losses.reduce((sum, loss) => sum + loss, 0) / losses.length, mean),
      pinball_by_quantile: Object.fromEntries(
        [...d.pinball].map(([p, loss]) => [String(p), per(loss, mean)]),
      ),
      coverage_80: this.all.coverage_80,
      interval_score: this.all.interval_score,
      against_best: this.againstBest(),
      price_response: price,
      origins,
      scored_cells: d.count,
    };
  }
}

function byName<T>(make: (name: Forecaster) => T): Record<Forecaster, T> {
  return Object.fromEntries(FORECASTERS.map((name) => [name, make(name)])) as Record<Forecaster, T>;
}

function bySlice(slices: Map<string, BandSums>): Record<string, SliceScore> {
  const cells = [...slices.values()].reduce((sum, { count }) => sum + count, 0);
  return Object.fromEntries(
    [...slices].sort().map(([key, s]) => [
      key,
      {
        wape: s.wape,
        bias: s.bias,
        rmse: s.rmse,
        coverage_80: s.coverage_80,
        interval_score: s.interval_score,
        share: s.count / Math.max(1, cells),
        cells: s.count,
      },
    ]),
  );
}

function scoreOrigin(data: EvaluationPanel, origin: number, sums: EvaluationSums): void {
  const train = sliceWeeks(data, 0, origin);
  const to = Math.min(data.panel.week_count, origin + HORIZONS);
  const plain = otherForecasts(data, train, origin, to, sums.names);
  const ours = ourForecasts(data, train, origin, to);
  const groups = new GroupSums();
  for (let item = 0; item < data.panel.item_count; item++) {
    const scale = naiveScale(train, item);
    if (scale === null) continue;
    for (let week = origin; week < to; week++) {
      const cell = item * data.panel.week_count + week;
      if (data.scored[cell] !== 1) continue;
      const h = week - origin;
      const actual = data.panel.units[cell] ?? 0;
      const shown = ours.week(item, h);
      for (const name of sums.names) {
        const mean = name === 'palier' ? shown.mean : plain(name, item, week);
        const median = name === 'palier' ? shown.median : mean;
        sums.total[name].add(actual, mean, median);
        sums.horizon[h]?.[name].add(actual, mean, median);
        const errors = sums.itemErrors[name];
        errors[item] = (errors[item] ?? 0) + Math.abs(actual - median);
        groups.add(`${data.panel.category[item]}|${week}`, name, mean - actual);
      }
      sums.itemUnits[item] = (sums.itemUnits[item] ?? 0) + actual;
      sums.distribution.add(actual, shown.mean, shown.shape);
      addSlices(sums, data, item, week, h, shown);
      if (scale > 0) {
        sums.scaledError += Math.abs(actual - shown.median) / scale;
        sums.scaledCount++;
      }
    }
    addPhase(sums, data, item, origin, to, ours.phase(item));
  }
  for (const name of sums.names) sums.aggregate[name] += groups.absolute(name);
}

/** Signed errors of whole categories in a week. */
class GroupSums {
  readonly #signed = new Map<string, Map<Forecaster, number>>();

  add(group: string, name: Forecaster, error: number): void {
    const sums = this.#signed.get(group) ?? new Map<Forecaster, number>();
    this.#signed.set(group, sums);
    sums.set(name, (sums.get(name) ?? 0) + error);
  }

  absolute(name: Forecaster): number {
    return [...this.#signed.values()].reduce((sum, errors) => sum + Math.abs(errors.get(name) ?? 0), 0);
  }
}

function addSlices(
  sums: EvaluationSums,
  { panel, category_names }: EvaluationPanel,
  item: number,
  week: number,
  h: number,
  shown: ShownForecast,
): void {
  const cell = item * panel.week_count + week;
  const actual = panel.units[cell] ?? 0;
  const category = panel.category[item] ?? 0;
  sums.all.show(actual, shown);
  addSlice(sums.slices.discount, depthOf(panel.discount[cell] ?? 0), actual, shown);
  addSlice(sums.slices.weeks_ahead, String(h + 1), actual, shown);
  addSlice(sums.slices.age, ageOf(week - (panel.first_week[item] ?? 0)), actual, shown);
  addSlice(sums.slices.category, category_names?.[category] ?? String(category), actual, shown);
}

/** A phase counts where every one of its weeks does. */
function addPhase(
  sums: EvaluationSums,
  { panel, scored }: EvaluationPanel,
  item: number,
  origin: number,
  to: number,
  shown: ShownForecast | null,
): void {
  if (shown === null || to - origin < 2) return;
  const first = item * panel.week_count + origin;
  let units = 0;
  for (let cell = first; cell < first + to - origin; cell++) {
    if (scored[cell] !== 1) return;
    units += panel.units[cell] ?? 0;
  }
  addSlice(sums.slices.phase, depthOf(panel.discount[first] ?? 0), units, shown);
}

function addSlice(slices: Map<string, BandSums>, key: string, actual: number, shown: ShownForecast): void {
  const slice = slices.get(key) ?? new BandSums();
  slices.set(key, slice);
  slice.show(actual, shown);
}

/** Age in weeks, as slices are called. */
function ageOf(weeks: number): string {
  if (weeks > 10_000) return 'unknown';
  return weeks < 4 ? '0–3' : weeks < 13 ? '4–12' : weeks < 52 ? '13–51' : '52 and more';
}

/** Depth of a discount in points, to the ten above: what slices are called. */
function depthOf(discount: number): string {
  return discount < 0.025 ? '0' : String(Math.min(60, 10 * Math.ceil(discount * 10 - 0.25)));
}

/** Mean absolute one-week change in training; null when the item was never seen before the origin. */
export function naiveScale(train: EvaluationPanel, item: number): number | null {
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

type Other = Exclude<Forecaster, 'palier'>;

/** Forecasts of the other methods, by name, item and week. */
function otherForecasts(
  data: EvaluationPanel,
  train: EvaluationPanel,
  origin: number,
  to: number,
  names: readonly Forecaster[],
): (name: Other, item: number, week: number) => number {
  const plain = plainForecasts(data, train, origin, to);
  if (!names.includes('log_linear')) return plain;
  const linear = logLinearForecasts(data, origin, data.scored);
  const boosted = boostedForecasts(data, origin, data.scored);
  return (name, item, week) => {
    if (name === 'log_linear') return linear(item, week - origin);
    if (name === 'boosted_poisson' || name === 'boosted_absolute') return boosted[name](item, week - origin);
    return plain(name, item, week);
  };
}

function plainForecasts(data: EvaluationPanel, train: EvaluationPanel, origin: number, to: number) {
  const slopes = plainSlopes(train.panel, train.scored);
  const slopeOf: Partial<Record<Forecaster, (item: number) => number>> = {
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
  return (name: Other, item: number, week: number): number => {
    const slope = slopeOf[name];
    if (slope === undefined) return last[item] ?? 0;
    const price = prices[item * (to - origin) + week - origin] ?? 0;
    // The multiplier is kept within what anybody would believe, or a bad slope would swamp the score.
    const lift = Math.min(50, Math.exp(slope(item) * price));
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
