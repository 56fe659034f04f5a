import { describe, expect, it } from 'vitest';
import { randomGamma, randomNegativeBinomial, randomNormal, seededRandom } from '../../test/random.ts';
import { dayNumber, summerSoldesStart, winterSoldesStart, yearOf } from './calendar.ts';
import { forecastCurves } from './curves.ts';
import { fitDemand } from './fit.ts';
import type { DemandModel, WeeklyPanel } from './types.ts';

const WEEKS = 104;
const CATEGORIES = 4;
/** The history ends in the second week of the summer soldes of 2026. */
const FIRST_DAY = dayNumber(2024, 7, 8);
/** First launches of the collections, half a year apart. */
const LAUNCHES = [-20, 4, 30, 56, 82] as const;
/** Share of items that stay from one collection to the next. */
const STAYING = 0.1;
const STEPS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6] as const;

interface FashionChain {
  panel: WeeklyPanel;
  elasticity: Float64Array;
  /** Mean demand of item i in week t at a discount, without the week's noise. */
  demand: (item: number, week: number, discount: number) => number;
  /** Items of the last collection, and their discounts in force. */
  current: Int32Array;
  in_force: Float64Array;
}

/** Weeks since the opening of the soldes under way: 0 … 3; −1 outside. */
function roundOf(week: number): number {
  const monday = FIRST_DAY + 7 * week;
  const year = yearOf(monday + 3);
  for (const start of [winterSoldesStart(year), summerSoldesStart(year)]) {
    const round = Math.floor((monday + 6 - start) / 7);
    if (round >= 0 && round < 5) return Math.min(3, round);
  }
  return -1;
}

/**
 * Two years of collections that replace each other, with summer and winter soldes where slow sellers are cut
 * deeper each week, a mid-season promotion on a fifth of the items, stocks that run out and items withdrawn with
 * their last discount. Stocks are unknown to the engine.
 */
function fashionChain(seed: number, items: number): FashionChain {
  const random = seededRandom(seed);
  const cells = items * WEEKS;
  const panel: WeeklyPanel = {
    item_count: items,
    week_count: WEEKS,
    first_week_day: FIRST_DAY,
    units: new Float32Array(cells),
    discount: new Float32Array(cells),
    availability: null,
    breadth: null,
    price_index: null,
    list_price: new Float64Array(items).fill(50),
    first_week: new Int32Array(items),
    category: Int32Array.from({ length: items }, (_, i) => i % CATEGORIES),
    category_count: CATEGORIES,
    subcategory: null,
  };
  const elasticity = new Float64Array(items);
  const level = new Float64Array(items);
  const decay = new Float64Array(items);
  const stays = new Uint8Array(items);
  const demand = (i: number, t: number, discount: number): number => {
    const age = t - (panel.first_week[i] ?? 0);
    const rush = roundOf(t) === 0 ? 1.3 : roundOf(t) > 0 ? 1.1 : 1;
    const season = 0.3 * Math.sin((2 * Math.PI * (t + 6)) / 52);
    const jump = discount > 0 ? 0.14 : 0;
    return (
      (level[i] ?? 0) *
      rush *
      Math.exp(season + jump - (decay[i] ?? 0) * age) *
      (1 - discount) ** (elasticity[i] ?? 0)
    );
  };
  const current: number[] = [];
  const in_force: number[] = [];
  for (let i = 0; i < items; i++) {
    stays[i] = random() < STAYING ? 1 : 0;
    // The last collection is the largest.
    const collection = Math.min(4, Math.floor(6.5 * random()));
    const launch = stays[i] === 1 ? -60 : (LAUNCHES[collection] ?? 0) + Math.floor(8 * random());
    panel.first_week[i] = launch;
    elasticity[i] = Math.min(-0.8, -1.7 - 0.3 * (i % CATEGORIES) + 0.4 * randomNormal(random));
    level[i] = 3 + 3 * randomGamma(random, 2);
    decay[i] = stays[i] === 1 ? 0 : 0.008 + 0.02 * random();
    const end = playItem(random, panel, i, launch, stays[i] === 1, level[i] ?? 0, demand);
    if (stays[i] === 0 && collection === 4 && end === WEEKS) {
      current.push(i);
      in_force.push(panel.discount[i * WEEKS + WEEKS - 1] ?? 0);
    }
  }
  return {
    panel,
    elasticity,
    demand,
    current: Int32Array.from(current),
    in_force: Float64Array.from(in_force),
  };
}

/** Plays the weeks of an item in its row of the panel; returns the week of its withdrawal. */
function playItem(
  random: () => number,
  panel: WeeklyPanel,
  i: number,
  launch: number,
  stays: boolean,
  level: number,
  demand: (item: number, week: number, discount: number) => number,
): number {
  const bought = stays ? Number.POSITIVE_INFINITY : Math.round(level * (20 + 14 * random()));
  let stock = bought;
  let discount = 0;
  let pace = level;
  for (let t = launch; t < WEEKS; t++) {
    const age = t - launch;
    const round = roundOf(Math.max(0, t));
    const promotion =
      !stays && round < 0 && t % 26 >= 12 && t % 26 < 15 && (7 * i + 3 * Math.floor(t / 26)) % 5 === 0;
    if (!stays && age > 12 && round >= 0) {
      const cover = stock / Math.max(0.5, pace);
      const cut = cover > 14 ? 0.3 : cover > 8 ? 0.2 : cover > 4 ? 0.1 : 0;
      discount = Math.min(0.6, round === 0 && discount === 0 ? 0.1 + cut : discount + (cut > 0 ? 0.1 : 0));
    } else if (round < 0) discount = promotion ? 0.2 : 0;
    // Withdrawn after its soldes, with its last discount.
    if (!stays && (stock <= 0 || (age > 14 && t > 0 && round < 0 && roundOf(t - 1) >= 0))) {
      const left = panel.discount[i * WEEKS + Math.max(0, t - 1)] ?? 0;
      for (let n = Math.max(0, t); n < WEEKS; n++) panel.discount[i * WEEKS + n] = left;
      return Math.max(0, t);
    }
    const sold = Math.min(stock, randomNegativeBinomial(random, 12, demand(i, t, discount)));
    stock -= sold;
    pace = 0.5 * pace + 0.5 * sold;
    if (t < 0) continue;
    panel.units[i * WEEKS + t] = sold;
    panel.discount[i * WEEKS + t] = Math.round(discount * 10) / 10;
  }
  return WEEKS;
}

/** Forecast and true mean of the week after the history, of the last collection at the discounts in force. */
function nextWeek(
  chain: FashionChain,
  model: DemandModel,
  ahead: number,
): { forecast: number; truth: number } {
  const start = FIRST_DAY + 7 * (WEEKS - 1 + ahead);
  const levels = Float64Array.from([0, ...STEPS]);
  const curves = forecastCurves(model, {
    levels,
    phases: [{ from_day: start, to_day: start + 7 }],
    items: chain.current,
    stock: new Float64Array(chain.current.length).fill(1e6),
    current_discount: chain.in_force,
    breadth: null,
    third_party: null,
  });
  let [forecast, truth] = [0, 0];
  chain.current.forEach((item, n) => {
    const discount = chain.in_force[n] ?? 0;
    forecast += curves.phase_mean[n * levels.length + Math.round(10 * discount)] ?? 0;
    truth += chain.demand(item, WEEKS - 1 + ahead, discount);
  });
  return { forecast, truth };
}

describe('a fashion chain whose collections change, in the middle of its soldes', () => {
  const chain = fashionChain(11, 900);
  const model = fitDemand(chain.panel);

  it('is forecast at the discounts in force without counting last year’s soldes twice', () => {
    expect(chain.current.length).toBeGreaterThan(150);
    for (const ahead of [1, 2, 3]) {
      const { forecast, truth } = nextWeek(chain, model, ahead);
      expect(forecast / truth).toBeGreaterThan(0.65);
      expect(forecast / truth).toBeLessThan(1.35);
    }
  });

  it('has its elasticities found although slow sellers are cut deeper and old products are withdrawn', () => {
    let bias = 0;
    chain.elasticity.forEach((truth, i) => {
      bias += ((model.elasticity[i] ?? 0) - truth) / chain.elasticity.length;
    });
    expect(Math.abs(bias)).toBeLessThan(0.35);
    for (const mean of model.category_elasticity) expect(mean).toBeLessThan(-1);
  });
});
