import { fitDemand, forecastCurves } from '@palier/engine';
import {
  expectedSales,
  negativeBinomialQuantile,
} from '../../packages/domain/src/numeric/negative-binomial.ts';
import { shownMedian } from '../../packages/engine/src/demand/median.ts';
import type { DemandModel, PlannedDiscounts } from '../../packages/engine/src/demand/types.ts';
import type { EvaluationPanel } from './types.ts';

/** What the screen would show of an item and week, or of a whole phase. */
export interface ShownForecast {
  mean: number;
  median: number;
  low: number;
  high: number;
  /** Shape of the negative binomial behind the band. */
  shape: number;
}

export interface OurForecasts {
  /** Of an item and week (0 = the first after the origin). */
  week: (item: number, h: number) => ShownForecast;
  /** Of all the weeks together; null for an item whose discount or list price moves in them. */
  phase: (item: number) => ShownForecast | null;
}

/** Share of weeks with arrivals from which a stock says nothing of what can be sold later. */
const REPLENISHED = 0.03;
const UNLIMITED = 1e9;
/** Weeks of prices known beforehand. */
const HORIZONS = 4;
/** Discounts within this are one. */
const SAME = 0.005;

/** Our model fitted on the weeks before an origin, and how to read what the curves of any model say of those that follow. */
export interface FittedAt {
  model: DemandModel;
  read: (model: DemandModel) => OurForecasts;
}

/** Our model fitted on the weeks before an origin; its curves, read at the known prices of those that follow. */
export function ourForecasts(
  data: EvaluationPanel,
  train: EvaluationPanel,
  origin: number,
  to: number,
): OurForecasts {
  const { model, read } = fitAt(data, train, origin, to);
  return read(model);
}

/** The fit alone, so that its model can be read with a part of it taken out. */
export function fitAt(data: EvaluationPanel, train: EvaluationPanel, origin: number, to: number): FittedAt {
  const rebased = { ...data, panel: pricedAt(data.panel, origin - 1) };
  const learnt = { ...train.panel, ...firstColumns(rebased.panel, train.panel.week_count) };
  const stock = train.stock === null || arrivals(train) >= REPLENISHED ? null : data.stock;
  const read = (model: DemandModel): OurForecasts => {
    const reader = new CurveReader(model, rebased, origin, stock);
    const weeks = Array.from({ length: to - origin }, (_, h) => reader.week(h));
    const phase = reader.phase(to - origin);
    return {
      week: (item, h) => weeks[h]?.[item] ?? NOTHING,
      phase: (item) => phase[item] ?? null,
    };
  };
  return { model: fitDemand(learnt, data.has_dates ? {} : { events: [] }), read };
}

const NOTHING: ShownForecast = { mean: 0, median: 0, low: 0, high: 0, shape: 1 };

type Panel = EvaluationPanel['panel'];

/** The panel as a snapshot has it: list prices are those of the last known week. */
function pricedAt(panel: Panel, known: number): Panel {
  const { price_index, week_count: weeks } = panel;
  if (price_index === null) return panel;
  return {
    ...panel,
    price_index: price_index.map((index, cell) => index / nowIndex(panel, Math.floor(cell / weeks), known)),
    list_price: panel.list_price.map((price, item) => price * nowIndex(panel, item, known)),
  };
}

function nowIndex(panel: Panel, item: number, known: number): number {
  const index = panel.price_index?.[item * panel.week_count + known] ?? 1;
  return index > 0 ? index : 1;
}

function firstColumns(panel: Panel, weeks: number): Pick<Panel, 'price_index' | 'list_price'> {
  const { price_index, list_price } = panel;
  if (price_index === null) return { price_index, list_price };
  const part = new Float32Array(panel.item_count * weeks);
  for (let item = 0; item < panel.item_count; item++)
    part.set(price_index.subarray(item * panel.week_count, item * panel.week_count + weeks), item * weeks);
  return { price_index: part, list_price };
}

/** The discounts of the weeks after the origin, of the items on sale: prices are known. */
function knownPlan(panel: Panel, origin: number): PlannedDiscounts {
  const weeks = Math.min(HORIZONS, panel.week_count - origin);
  const discount = new Float32Array(panel.item_count * weeks);
  for (let item = 0; item < panel.item_count; item++)
    for (let week = 0; week < weeks; week++) {
      const cell = item * panel.week_count + origin + week;
      const on_sale = (panel.availability?.[cell] ?? 1) > 0;
      discount[item * weeks + week] = on_sale ? (panel.discount[cell] ?? Number.NaN) : Number.NaN;
    }
  return { weeks, discount };
}

class CurveReader {
  readonly #model: DemandModel;
  readonly #data: EvaluationPanel;
  readonly #origin: number;
  readonly #stock: Float32Array | null;
  /** Demand of the weeks read so far, item by item. */
  readonly #before: Float64Array;
  readonly #planned: PlannedDiscounts;

  constructor(model: DemandModel, data: EvaluationPanel, origin: number, stock: Float32Array | null) {
    this.#model = model;
    this.#data = data;
    this.#origin = origin;
    this.#stock = stock;
    this.#before = new Float64Array(data.panel.item_count);
    this.#planned = knownPlan(data.panel, origin);
  }

  /** Every item in one week, at its discount. Call it week after week: what is sold before is no longer there. */
  week(h: number): ShownForecast[] {
    return this.#read(h, h + 1, (item) => item >= 0);
  }

  /** Every item whose price does not move, over the first `span` weeks. */
  phase(span: number): ShownForecast[] {
    this.#before.fill(0);
    return this.#read(0, span, (item) => this.#isSteady(item, span));
  }

  #isSteady(item: number, span: number): boolean {
    const { panel } = this.#data;
    const first = item * panel.week_count + this.#origin;
    for (let cell = first; cell < first + span; cell++) {
      if (Math.abs((panel.discount[cell] ?? 0) - (panel.discount[first] ?? 0)) > SAME) return false;
      if (Math.abs((panel.price_index?.[cell] ?? 1) - (panel.price_index?.[first] ?? 1)) > SAME) return false;
    }
    return true;
  }

  /** Curves are asked for one discount at a time, of the items that have it. */
  #read(from: number, to: number, wanted: (item: number) => boolean): ShownForecast[] {
    const { panel } = this.#data;
    const groups = new Map<number, number[]>();
    for (let item = 0; item < panel.item_count; item++) {
      if (!wanted(item)) continue;
      const discount = panel.discount[item * panel.week_count + this.#origin + from] ?? 0;
      const members = groups.get(discount);
      if (members) members.push(item);
      else groups.set(discount, [item]);
    }
    const shown: ShownForecast[] = [];
    const monday = panel.first_week_day + 7 * this.#origin;
    for (const [discount, items] of groups) {
      const set = forecastCurves(this.#model, {
        levels: Float64Array.of(discount),
        phases: [{ from_day: monday + 7 * from, to_day: monday + 7 * to }],
        items: Int32Array.from(items),
        stock: new Float64Array(items.length).fill(UNLIMITED),
        current_discount: Float64Array.from(items, (item) => this.#lastDiscount(item)),
        breadth: null,
        third_party: null,
        planned: this.#planned,
      });
      items.forEach((item, n) => {
        const moved = this.#listPriceEffect(item, from);
        const learnt = { learnt: moved * (set.learnt_median[n] ?? 0), weight: set.learnt_weight[n] ?? 0 };
        const mean = (set.phase_mean[n] ?? 0) * moved;
        shown[item] = this.#show(item, mean, learnt, {
          dispersion: set.dispersion[n] ?? 1,
          band: set.band_shape[n] ?? 1,
          median: set.median_shape[n] ?? 1,
        });
      });
    }
    return shown;
  }

  #lastDiscount(item: number): number {
    return this.#data.panel.discount[item * this.#data.panel.week_count + this.#origin - 1] ?? 0;
  }

  /** A list price that moves after the origin acts like any price; the screen has no such case. */
  #listPriceEffect(item: number, h: number): number {
    const index = this.#data.panel.price_index?.[item * this.#data.panel.week_count + this.#origin + h] ?? 1;
    return index > 0 && index !== 1 ? index ** (this.#model.elasticity[item] ?? 0) : 1;
  }

  /** The formulas of `forecastCurves` and of a plan of several phases, under the stock where one is known. */
  #show(
    item: number,
    mean: number,
    learnt: { learnt: number; weight: number },
    shape: Record<'dispersion' | 'band' | 'median', number>,
  ): ShownForecast {
    const known = this.#stock?.[item * this.#data.panel.week_count + this.#origin] ?? Number.NaN;
    const stock = known >= 0 ? known : UNLIMITED;
    const before = this.#before[item] ?? 0;
    this.#before[item] = before + mean;
    const sold =
      expectedSales(shape.dispersion, before + mean, stock) - expectedSales(shape.dispersion, before, stock);
    const expected = known >= 0 ? Math.max(0, sold) : mean;
    const low = negativeBinomialQuantile(shape.band, mean, 0.1, stock);
    const high = negativeBinomialQuantile(shape.band, mean, 0.9, stock);
    const middle = negativeBinomialQuantile(shape.median, mean, 0.5, stock);
    const parts = { middle, mean: expected, lean: this.#model.median_lean, ...learnt };
    return {
      mean: expected,
      median: shownMedian(parts, low, high),
      low,
      high,
      shape: shape.band,
    };
  }
}

/** Share of weeks after which a stock is larger than what sales left of it. */
function arrivals({ panel, stock }: EvaluationPanel): number {
  let [arrived, known] = [0, 0];
  for (let cell = 0; stock !== null && cell + 1 < stock.length; cell++) {
    if ((cell + 1) % panel.week_count === 0) continue;
    const before = stock[cell] ?? Number.NaN;
    const change = (stock[cell + 1] ?? Number.NaN) - (before - (panel.units[cell] ?? 0));
    if (!Number.isFinite(change)) continue;
    known++;
    if (change > Math.max(1, 0.05 * before)) arrived++;
  }
  return known > 0 ? arrived / known : 1;
}
