import { retailWeek } from '../../packages/engine/src/demand/calendar.ts';
import { type BoostedTrees, boostedScore } from '../../packages/engine/src/numeric/boosted-trees.ts';
import { type BoostingOptions, boost } from '../../packages/engine/src/numeric/boosting.ts';
import { logPaidPrice, plainSlopes } from './baselines.ts';
import type { EvaluationPanel } from './types.ts';

/** Rows that a model is trained on at most, and the weeks they come from. */
const MOST_ROWS = 15_000;
const TRAINED_WEEKS = 110;
const HORIZONS = 4;
const FEATURES = 22;
const PROMOTED = 0.05;
const KEPT = 0.75;

/** Forecasts of a boosted model: mean units of an item `h` weeks after the origin (0 is the next one). */
export type BoostedForecasts = Record<
  'boosted_poisson' | 'boosted_absolute',
  (item: number, h: number) => number
>;

const SETTINGS: Omit<BoostingOptions, 'objective'> = {
  trees: 70,
  leaves: 12,
  rate: 0.1,
  least_rows: 25,
  ridge: 20,
};

/**
 * What a data scientist builds in a day: histogram gradient boosting of the ratio of units to the pooled-price
 * forecast, on prices past and to come of the item and of its category, recent residuals, age, season; trained
 * anew on the weeks before the origin, 1 to 4 weeks ahead from each of them.
 *
 * @param data the whole panel: of the weeks from the origin on, prices alone are read
 */
export function boostedForecasts(
  data: EvaluationPanel,
  origin: number,
  scored: Uint8Array,
): BoostedForecasts {
  const history = new PricedHistory(data, origin, scored);
  const samples = trainingSamples(history, origin);
  const rows = samples.length;
  const feature = new Float32Array(rows * FEATURES);
  const target = new Float64Array(rows);
  const base = new Float64Array(rows);
  samples.forEach(([item, known, h], n) => {
    history.fill(feature.subarray(n * FEATURES, (n + 1) * FEATURES), item, known, h);
    target[n] = data.panel.units[item * data.panel.week_count + known + h] ?? 0;
    base[n] = Math.max(1e-3, history.base(item, known, h));
  });
  const train = (objective: BoostingOptions['objective']): BoostedTrees =>
    boost({ row_count: rows, feature_count: FEATURES, feature, target, base }, { ...SETTINGS, objective });
  const row = new Float32Array(FEATURES);
  const forecastBy = (model: BoostedTrees) => (item: number, h: number) => {
    history.fill(row, item, origin - 1, h + 1);
    return history.base(item, origin - 1, h + 1) * Math.exp(boostedScore(model, row));
  };
  return { boosted_poisson: forecastBy(train('poisson')), boosted_absolute: forecastBy(train('absolute')) };
}

/** Item, last known week, weeks ahead: evenly thinned to what is affordable. */
function trainingSamples(history: PricedHistory, origin: number): [number, number, number][] {
  const found: [number, number, number][] = [];
  const { item_count: items, week_count: weeks } = history.data.panel;
  for (let known = Math.max(3, origin - TRAINED_WEEKS); known < origin - 1; known++)
    for (let h = 1; h <= HORIZONS && known + h < origin; h++)
      for (let item = 0; item < items; item++)
        if (history.counts[item * weeks + known + h] === 1 && history.base(item, known, h) > 0)
          found.push([item, known, h]);
  const step = Math.max(1, found.length / MOST_ROWS);
  return Array.from(
    { length: Math.floor(found.length / step) },
    (_, n) => found[Math.floor(n * step)] ?? [0, 0, 1],
  );
}

/** Past and prices of a panel, as features are read from them. */
class PricedHistory {
  readonly data: EvaluationPanel;
  /** 1 where units before the origin count. */
  readonly counts: Uint8Array;
  readonly #price: Float64Array;
  readonly #slope: Float64Array;
  /** Level known at the end of each week, and units expected from it at that week's price: `i * T + t`. */
  readonly #level: Float32Array;
  readonly #expected: Float32Array;
  /** Units, discounted units and promoted units at usual levels, by category and week, then of the chain. */
  readonly #weight: Float64Array;
  readonly #depth: Float64Array;
  readonly #promoted: Float64Array;
  readonly #ratio: Float64Array;

  constructor(data: EvaluationPanel, origin: number, scored: Uint8Array) {
    this.data = data;
    const { panel } = data;
    const { item_count: items, week_count: weeks } = panel;
    this.counts = scored.map((flag, cell) => (cell % weeks < origin ? flag : 0));
    this.#price = logPaidPrice(panel);
    this.#slope = plainSlopes(panel, this.counts).pooled;
    this.#level = new Float32Array(items * weeks);
    this.#expected = new Float32Array(items * weeks);
    const sums = (panel.category_count + 1) * weeks;
    this.#weight = new Float64Array(sums);
    this.#depth = new Float64Array(sums);
    this.#promoted = new Float64Array(sums);
    this.#ratio = new Float64Array(2 * sums);
    for (let item = 0; item < items; item++) this.#follow(item, origin);
  }

  #follow(item: number, origin: number): void {
    const { panel } = this.data;
    const weeks = panel.week_count;
    let [units, exposure, sold, seen] = [0, 0, 0, 0];
    for (let week = 0; week < origin; week++) {
      const cell = item * weeks + week;
      const lift = this.#lift(item, cell);
      this.#expected[cell] = exposure > 0 ? (units / exposure) * lift : 0;
      if (this.counts[cell] === 1) {
        units = KEPT * units + (panel.units[cell] ?? 0);
        exposure = KEPT * exposure + lift;
        sold += panel.units[cell] ?? 0;
        seen++;
      }
      this.#level[cell] = exposure > 0 ? units / exposure : 0;
    }
    const usual = seen > 0 ? sold / seen : 0;
    for (const group of [panel.category[item] ?? 0, panel.category_count])
      for (let week = 0; week < weeks; week++) {
        const at = group * weeks + week;
        const cell = item * weeks + week;
        const discount = panel.discount[cell] ?? 0;
        this.#weight[at] = (this.#weight[at] ?? 0) + usual;
        this.#depth[at] = (this.#depth[at] ?? 0) + usual * discount;
        this.#promoted[at] = (this.#promoted[at] ?? 0) + (discount >= PROMOTED ? usual : 0);
        if (this.counts[cell] !== 1) continue;
        this.#ratio[2 * at] = (this.#ratio[2 * at] ?? 0) + (panel.units[cell] ?? 0);
        this.#ratio[2 * at + 1] = (this.#ratio[2 * at + 1] ?? 0) + (this.#expected[cell] ?? 0);
      }
  }

  #lift(item: number, cell: number): number {
    return Math.min(50, Math.exp((this.#slope[item] ?? 0) * (this.#price[cell] ?? 0)));
  }

  /** The pooled-price forecast. */
  base(item: number, known: number, h: number): number {
    const start = item * this.data.panel.week_count;
    return (this.#level[start + known] ?? 0) * this.#lift(item, start + known + h);
  }

  /** Features of an item `h` weeks after the last known week. */
  fill(row: Float32Array, item: number, known: number, h: number): void {
    const { panel, has_dates } = this.data;
    const weeks = panel.week_count;
    const start = item * weeks;
    const week = known + h;
    const discount = (t: number) => (t >= 0 ? (panel.discount[start + t] ?? 0) : 0);
    const category = panel.category[item] ?? 0;
    const age = week - (panel.first_week[item] ?? 0);
    let since = 1;
    while (since < 26 && discount(week - since) < PROMOTED) since++;
    let running = 0;
    while (running < 8 && discount(week - 1 - running) >= PROMOTED) running++;
    let usual = 0;
    for (let n = 0; n < 26; n++) usual += discount(known - n) / 26;
    row.set([
      h,
      discount(week),
      (this.#slope[item] ?? 0) * (this.#price[start + week] ?? 0),
      discount(week - 1),
      Math.max(discount(known), discount(known - 1), discount(known - 2), discount(known - 3)),
      since,
      running,
      this.#share(this.#depth, category, week),
      this.#share(this.#promoted, category, week),
      this.#share(this.#depth, category, week) - this.#past(this.#depth, category, known),
      this.#share(this.#depth, panel.category_count, week),
      this.#residual(item, known, 1),
      this.#residual(item, known, 4),
      this.#residual(item, known, 13),
      Math.log(1e-3 + (this.#level[start + known] ?? 0)),
      has_dates ? retailWeek(panel.first_week_day + 7 * week) : Number.NaN,
      category,
      Math.min(104, age),
      Math.log((panel.price_index?.[start + week] ?? 1) / (panel.price_index?.[start + known] ?? 1) || 1),
      usual,
      this.#groupResidual(category, known),
      has_dates ? this.#lastYear(start, week, known) : Number.NaN,
    ]);
  }

  #share(sums: Float64Array, group: number, week: number): number {
    const at = group * this.data.panel.week_count + week;
    return (this.#weight[at] ?? 0) > 0 ? (sums[at] ?? 0) / (this.#weight[at] ?? 1) : 0;
  }

  #past(sums: Float64Array, group: number, known: number): number {
    let sum = 0;
    for (let n = 0; n < 8; n++) sum += this.#share(sums, group, Math.max(0, known - n)) / 8;
    return sum;
  }

  #residual(item: number, known: number, span: number): number {
    let [sold, expected] = [0.5, 0.5];
    for (let n = 0; n < span && known - n >= 0; n++) {
      const cell = item * this.data.panel.week_count + known - n;
      if (this.counts[cell] !== 1) continue;
      sold += this.data.panel.units[cell] ?? 0;
      expected += this.#expected[cell] ?? 0;
    }
    return Math.log(sold / expected);
  }

  #groupResidual(group: number, known: number): number {
    let [sold, expected] = [5, 5];
    for (let n = 0; n < 3 && known - n >= 0; n++) {
      const at = group * this.data.panel.week_count + known - n;
      sold += this.#ratio[2 * at] ?? 0;
      expected += this.#ratio[2 * at + 1] ?? 0;
    }
    return Math.log(sold / expected);
  }

  /** Units of the same week a year before over those of the weeks that led to the last known one. */
  #lastYear(start: number, week: number, known: number): number {
    if (known - 56 < 0) return Number.NaN;
    const units = (t: number) => this.data.panel.units[start + t] ?? 0;
    let before = 0;
    for (let n = 0; n < 4; n++) before += units(known - 52 - n) / 4;
    return Math.log((units(week - 52) + 0.5) / (before + 0.5));
  }
}
