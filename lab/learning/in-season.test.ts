import { describe, expect, it } from 'vitest';
import { forecastCurves } from '../../packages/engine/src/demand/curves.ts';
import { fitDemand } from '../../packages/engine/src/demand/fit.ts';
import type { DemandModel, WeeklyPanel } from '../../packages/engine/src/demand/types.ts';
import { randomPoisson, seededRandom } from '../../packages/engine/src/numeric/random.ts';
import { learnSeason } from './in-season.ts';
import type { PhaseObservation } from './types.ts';
import { updateDemand } from './update.ts';

const ITEMS = 60;
const MONDAY = 19_726;

/** Steady sellers, a few promotions of 20 to 40 %; `later` weeks follow with everything at 30 % and a given luck. */
function panelOf(weeks: number, later = 0, luck: (item: number) => number = () => 1): WeeklyPanel {
  const random = seededRandom(5);
  const count = weeks + later;
  const panel: WeeklyPanel = {
    item_count: ITEMS,
    week_count: count,
    first_week_day: MONDAY,
    units: new Float32Array(ITEMS * count),
    discount: new Float32Array(ITEMS * count),
    availability: null,
    breadth: null,
    price_index: null,
    list_price: new Float64Array(ITEMS).fill(40),
    first_week: new Int32Array(ITEMS),
    category: Int32Array.from({ length: ITEMS }, (_, item) => item % 2),
    category_count: 2,
    subcategory: null,
  };
  for (let item = 0; item < ITEMS; item++) {
    const level = 6 + (item % 7);
    for (let week = 0; week < count; week++) {
      const promotion = (week + item) % 17 < 2 ? 0.2 + 0.1 * (item % 3) : 0;
      const discount = week < weeks ? promotion : 0.3;
      const mean = level * (1 - discount) ** -2 * (week < weeks ? 1 : luck(item));
      panel.units[item * count + week] = week < weeks ? randomPoisson(random, mean) : Math.round(mean);
      panel.discount[item * count + week] = discount;
    }
  }
  return panel;
}

/** Mean units a week of an item at 30 % off in the three weeks after `from_week`. */
function weeklyAt30(model: DemandModel, from_week: number): Float64Array {
  const from_day = MONDAY + 7 * from_week;
  const curves = forecastCurves(model, {
    levels: Float64Array.of(0, 0.3),
    phases: [{ from_day, to_day: from_day + 21 }],
    items: null,
    stock: new Float64Array(ITEMS).fill(1e6),
    current_discount: new Float64Array(ITEMS),
    breadth: null,
    third_party: null,
  });
  return Float64Array.from({ length: ITEMS }, (_, item) => (curves.phase_mean[item * 2 + 1] ?? 0) / 3);
}

function observation(
  model: DemandModel,
  units: (item: number, forecast: number) => number,
): PhaseObservation {
  const from_day = MONDAY + 7 * model.week_count;
  const forecast = weeklyAt30(model, model.week_count);
  return {
    from_day,
    to_day: from_day + 7,
    units: forecast.map((mean, item) => units(item, mean)),
    discount: new Float64Array(ITEMS).fill(0.3),
    availability: null,
    breadth: null,
  };
}

describe('what a phase teaches', () => {
  const model = fitDemand(panelOf(70));
  const before = weeklyAt30(model, 71);

  it('of a week that lifts everybody, expects half to last, and no product to stand out', () => {
    const lifted = weeklyAt30(
      updateDemand(
        model,
        observation(model, (_, mean) => 2 * mean),
      ),
      71,
    );
    const ratios = [...lifted].map((value, item) => Math.log(value / (before[item] ?? 1)));
    const mean = ratios.reduce((sum, value) => sum + value, 0) / ITEMS;
    expect(mean).toBeGreaterThan(0.15);
    expect(mean).toBeLessThan(0.6);
    for (const ratio of ratios) expect(Math.abs(ratio - mean)).toBeLessThan(0.1);
  });

  it('of a product that sells twice its forecast alone, raises its forecast and hardly the others', () => {
    const one = observation(model, (item, mean) => (item === 7 ? 2 * mean : mean));
    const after = weeklyAt30(updateDemand(model, one), 71);
    expect((after[7] ?? 0) / (before[7] ?? 1)).toBeGreaterThan(1.1);
    after.forEach((value, item) => {
      if (item !== 7) expect(Math.abs(value / (before[item] ?? 1) - 1)).toBeLessThan(0.06);
    });
  });

  it('believes a product more in a season where products stray far from their forecasts', () => {
    const raise = (stray: number): number => {
      const seen = observation(model, (item, mean) => {
        if (item === 0) return 1.5 * mean;
        return mean * Math.exp((item >> 1) % 2 === 0 ? stray : -stray);
      });
      return (weeklyAt30(updateDemand(model, seen), 71)[0] ?? 0) / (before[0] ?? 1);
    };
    expect(raise(0.8)).toBeGreaterThan(1.05 * raise(0.05));
  });

  it('never forecasts less after more units', () => {
    let last = 0;
    for (const units of [0, 3, 8, 15, 30, 90]) {
      const seen = observation(model, (item, mean) => (item === 3 ? units : mean));
      const forecast = weeklyAt30(updateDemand(model, seen), 71)[3] ?? 0;
      expect(forecast).toBeGreaterThan(last);
      last = forecast;
    }
  });

  it('leaves alone the products that were out of stock', () => {
    const seen = observation(model, () => 0);
    const updated = updateDemand(model, { ...seen, availability: new Float64Array(ITEMS) });
    expect(updated.level_shape).toEqual(model.level_shape);
    expect(updated.elasticity).toEqual(model.elasticity);
  });
});

describe('the model in the middle of a season', () => {
  it('is taught each week since the ones it was fitted on', () => {
    const luck = (item: number) => (item === 4 ? 2.5 : 1);
    const panel = panelOf(60, 3, luck);
    const model = fitDemand(panelOf(60));
    const plain = weeklyAt30(model, 63);
    const known = weeklyAt30(learnSeason(model, panel), 63);
    expect((known[4] ?? 0) / (plain[4] ?? 1)).toBeGreaterThan(1.5);
    expect((known[6] ?? 0) / (plain[6] ?? 1)).toBeLessThan(1.3);
  });

  it('refuses the panel of other products', () => {
    const model = fitDemand(panelOf(40));
    expect(() => learnSeason(model, { ...panelOf(42), first_week_day: MONDAY + 7 })).toThrow(RangeError);
  });
});
