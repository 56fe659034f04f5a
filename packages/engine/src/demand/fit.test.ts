import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomGamma, randomNegativeBinomial, randomNormal, seededRandom } from '../../test/random.ts';
import { dayNumber } from './calendar.ts';
import { forecastCurves } from './curves.ts';
import { fitDemand } from './fit.ts';
import type { CurveRequest, DemandModel, WeeklyPanel } from './types.ts';

interface Truth {
  panel: WeeklyPanel;
  elasticity: Float64Array;
  level: Float64Array;
}

/** Sparse NB sales with known elasticities, discounts given to slow sellers, season and stock-outs. */
function simulatedChain(seed: number, items: number, weeks: number): Truth {
  const random = seededRandom(seed);
  const cells = items * weeks;
  const panel: WeeklyPanel = {
    item_count: items,
    week_count: weeks,
    first_week_day: dayNumber(2024, 9, 2),
    units: new Float32Array(cells),
    discount: new Float32Array(cells),
    availability: new Float32Array(cells).fill(1),
    breadth: null,
    price_index: null,
    list_price: new Float64Array(items),
    first_week: new Int32Array(items),
    category: new Int32Array(items),
    category_count: 4,
    subcategory: null,
  };
  const elasticity = new Float64Array(items);
  const level = new Float64Array(items);
  for (let i = 0; i < items; i++) {
    const category = i % 4;
    panel.category[i] = category;
    panel.list_price[i] = 20 + 80 * random();
    elasticity[i] = Math.min(-0.5, -1.4 - 0.4 * category + 0.4 * randomNormal(random));
    level[i] = randomGamma(random, 1) * 4 + 0.2;
    let discount = 0;
    for (let t = 0; t < weeks; t++) {
      // Markdowns come in episodes, more often for slow sellers.
      if (t % 6 === 0)
        discount = random() < ((level[i] ?? 0) < 2 ? 0.5 : 0.25) ? 0.1 + 0.1 * Math.floor(5 * random()) : 0;
      const season = 0.3 * Math.sin((2 * Math.PI * t) / 52);
      const mean = (level[i] ?? 0) * Math.exp(season) * (1 - discount) ** (elasticity[i] ?? 0);
      const available = random() < 0.05 ? 0.4 : 1;
      panel.availability?.set([available], i * weeks + t);
      panel.discount[i * weeks + t] = discount;
      panel.units[i * weeks + t] = randomNegativeBinomial(random, 4, mean * available);
    }
  }
  return { panel, elasticity, level };
}

function request(model: DemandModel, stock: number): CurveRequest {
  const start = model.first_week_day + 7 * model.week_count;
  return {
    levels: Float64Array.from([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6]),
    phases: [
      { from_day: start, to_day: start + 21 },
      { from_day: start + 21, to_day: start + 42 },
    ],
    items: null,
    stock: new Float64Array(model.item_count).fill(stock),
    current_discount: new Float64Array(model.item_count),
    breadth: null,
    third_party: null,
  };
}

describe('fitDemand', () => {
  it('recovers known elasticities, closer than their own data alone would', () => {
    const truth = simulatedChain(3, 400, 80);
    const model = fitDemand(truth.panel);
    let squared = 0;
    let bias = 0;
    let covered = 0;
    truth.elasticity.forEach((beta, i) => {
      const error = (model.elasticity[i] ?? 0) - beta;
      squared += error * error;
      bias += error;
      if (Math.abs(error) <= 1.2816 * (model.elasticity_sd[i] ?? 0)) covered++;
    });
    const count = truth.elasticity.length;
    expect(Math.sqrt(squared / count)).toBeLessThan(0.45);
    expect(Math.abs(bias / count)).toBeLessThan(0.12);
    expect(covered / count).toBeGreaterThan(0.7);
    expect(covered / count).toBeLessThan(0.92);
  });

  it('finds levels despite stock-outs and discounts', () => {
    const truth = simulatedChain(4, 300, 60);
    const model = fitDemand(truth.panel);
    let predicted = 0;
    let actual = 0;
    truth.level.forEach((level, i) => {
      predicted += (model.level_shape[i] ?? 0) / (model.level_rate[i] ?? 1);
      actual += level;
    });
    expect(predicted / actual).toBeGreaterThan(0.75);
    expect(predicted / actual).toBeLessThan(1.3);
  });

  it('gives a product without history the elasticity of its category and the level of its analogs', () => {
    const truth = simulatedChain(5, 200, 60);
    const last = truth.panel.item_count - 1;
    truth.panel.first_week[last] = 1000;
    const model = fitDemand(truth.panel);
    expect(model.elasticity_own_weight[last]).toBe(0);
    expect(model.elasticity[last]).toBeCloseTo(model.category_elasticity[3] ?? 0, 9);
    expect((model.level_shape[last] ?? 0) / (model.level_rate[last] ?? 1)).toBeGreaterThan(0.5);
  });
});

describe('forecastCurves', () => {
  it('never forecasts fewer units at a deeper discount, nor more than the stock', () => {
    const model = fitDemand(simulatedChain(6, 60, 60).panel);
    let cases = 0;
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 300 }),
        fc.double({ min: 0, max: 0.3, noNaN: true }),
        (stock, step) => {
          const curves = forecastCurves(model, {
            ...request(model, stock),
            levels: Float64Array.from([0, 1, 2, 3], (n) => n * step),
          });
          for (let i = 0; i < curves.item_count; i++) {
            for (let l = 1; l < curves.level_count; l++) {
              const at = i * curves.level_count + l;
              expect(curves.phase_qty[at]).toBeGreaterThanOrEqual(
                (curves.phase_qty[at - 1] ?? 0) * (1 - 1e-6),
              );
              expect(curves.phase_qty[at]).toBeLessThanOrEqual(stock + 1e-3);
              expect(curves.phase_p90[at]).toBeGreaterThanOrEqual(curves.phase_p10[at] ?? 0);
              cases++;
            }
          }
        },
      ),
      { numRuns: 25, seed: 2 },
    );
    expect(cases).toBeGreaterThan(1000);
  });

  it('rises with the discount whatever history it was fitted on, however odd', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 1e6 }),
        (items, weeks, seed) => {
          const { panel } = simulatedChain(seed, items, weeks);
          // The deeper the discount, the less was sold: what the data say must not turn the curve.
          panel.units.forEach((units, cell) => {
            panel.units[cell] = units * (1 - (panel.discount[cell] ?? 0)) ** 4;
          });
          const model = fitDemand(panel);
          const curves = forecastCurves(model, {
            ...request(model, 1e6),
            levels: Float64Array.from({ length: 20 }, (_, n) => n * 0.05),
          });
          curves.phase_mean.forEach((mean, at) => {
            expect(Number.isFinite(mean)).toBe(true);
            if (at % 20 > 0)
              expect(mean).toBeGreaterThanOrEqual((curves.phase_mean[at - 1] ?? 0) * (1 - 1e-6));
          });
        },
      ),
      { numRuns: 25, seed: 3 },
    );
  });

  it('takes a third-party forecast in the place of ours', () => {
    const model = fitDemand(simulatedChain(7, 20, 40).panel);
    const asked = request(model, 1000);
    const given = new Float32Array(20 * 2 * 7).fill(Number.NaN);
    given.set([5, 6, 7, 6, 9, 10, 11], 0);
    const curves = forecastCurves(model, { ...asked, third_party: { phase_mean: given } });
    expect([...curves.phase_mean.subarray(0, 7)]).toEqual([5, 6, 7, 7, 9, 10, 11]);
    expect(curves.phase_mean[14]).toBe(forecastCurves(model, asked).phase_mean[14]);
  });
});
