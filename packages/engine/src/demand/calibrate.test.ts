import { describe, expect, it } from 'vitest';
import { randomNegativeBinomial, seededRandom } from '../../test/random.ts';
import { emptyPanel } from '../../test/weekly-panel.ts';
import { atDepth, BAND_DEPTHS } from './calibrate.ts';
import { forecastCurves } from './curves.ts';
import { fitDemand } from './fit.ts';
import type { WeeklyPanel } from './types.ts';

const [ITEMS, WEEKS] = [150, 60];
const DEPTHS = [0, 0.2, 0.4];

/** Steady at full price, overdispersed under a markdown of 40 %. */
function unevenPanel(weeks: number): WeeklyPanel {
  const random = seededRandom(11);
  const panel = { ...emptyPanel(ITEMS, weeks, 2), first_week_day: 19_726 };
  for (let item = 0; item < ITEMS; item++)
    for (let week = 0; week < weeks; week++) {
      const discount = random() < 0.5 ? 0 : (DEPTHS[Math.floor(3 * random())] ?? 0);
      const shape = discount > 0.3 ? 1.2 : 40;
      const units = randomNegativeBinomial(random, shape, 30 * (1 - discount) ** -2);
      panel.units[item * weeks + week] = units;
      panel.discount[item * weeks + week] = discount;
    }
  return panel;
}

describe('bands', () => {
  it('hold about eight times out of ten at every depth, where depths are not equally sure', () => {
    const whole = unevenPanel(WEEKS + 4);
    const part = (matrix: Float32Array) => {
      const cut = new Float32Array(ITEMS * WEEKS);
      for (let item = 0; item < ITEMS; item++)
        cut.set(matrix.subarray(item * (WEEKS + 4), item * (WEEKS + 4) + WEEKS), item * WEEKS);
      return cut;
    };
    const model = fitDemand(
      { ...whole, week_count: WEEKS, units: part(whole.units), discount: part(whole.discount) },
      { events: [] },
    );
    const held = new Float64Array(DEPTHS.length);
    const count = new Float64Array(DEPTHS.length);
    for (let h = 0; h < 4; h++) {
      const from_day = whole.first_week_day + 7 * (WEEKS + h);
      const curves = forecastCurves(model, {
        levels: Float64Array.from(DEPTHS),
        phases: [{ from_day, to_day: from_day + 7 }],
        items: null,
        stock: new Float64Array(ITEMS).fill(1e6),
        current_discount: new Float64Array(ITEMS),
        breadth: null,
        third_party: null,
      });
      for (let item = 0; item < ITEMS; item++) {
        const cell = item * (WEEKS + 4) + WEEKS + h;
        const level = DEPTHS.findIndex((depth) => Math.abs(depth - (whole.discount[cell] ?? 0)) < 1e-6);
        const units = whole.units[cell] ?? 0;
        const at = item * DEPTHS.length + level;
        count[level] = (count[level] ?? 0) + 1;
        if (units >= (curves.phase_p10[at] ?? 0) && units <= (curves.phase_p90[at] ?? 0))
          held[level] = (held[level] ?? 0) + 1;
      }
    }
    for (const level of DEPTHS.keys()) {
      const share = (held[level] ?? 0) / (count[level] ?? 1);
      expect(share).toBeGreaterThan(0.7);
      expect(share).toBeLessThan(0.95);
    }
    const factors = model.interval_factor;
    expect(factors[4]).toBeGreaterThan(2 * (factors[0] ?? 0));
  });

  it('read between two depths what both say', () => {
    const table = BAND_DEPTHS.map((depth) => 10 * depth);
    expect(atDepth(table, 0)).toBe(0);
    expect(atDepth(table, 0.15)).toBeCloseTo(1.5, 9);
    expect(atDepth(table, 0.9)).toBeCloseTo(4.2, 9);
  });
});
