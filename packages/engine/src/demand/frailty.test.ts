import { describe, expect, it } from 'vitest';
import { randomPoisson, seededRandom } from '../../test/random.ts';
import { emptyPanel } from '../../test/weekly-panel.ts';
import { forecastCurves } from './curves.ts';
import { fitDemand } from './fit.ts';
import type { WeeklyPanel } from './types.ts';

const ITEMS = 60;
const WEEKS = 70;
const MONDAY = 19_726;

/** Steady sellers with a few promotions of 20 to 40 %, each of its own luck. */
function promotedPanel(luck: (item: number, episode: number) => number = () => 1): WeeklyPanel {
  const random = seededRandom(5);
  const panel = { ...emptyPanel(ITEMS, WEEKS, 2), first_week_day: MONDAY };
  for (let item = 0; item < ITEMS; item++) {
    for (let week = 0; week < WEEKS; week++) {
      const discount = (week + item) % 17 < 2 ? 0.2 + 0.1 * (item % 3) : 0;
      const episode = discount > 0 ? luck(item, Math.floor((week + item) / 17)) : 1;
      const mean = (6 + (item % 7)) * (1 - discount) ** -2 * episode;
      panel.units[item * WEEKS + week] = randomPoisson(random, mean);
      panel.discount[item * WEEKS + week] = discount;
    }
  }
  return panel;
}

describe('the doubt on a first markdown', () => {
  it('is measured on past markdowns: none where they went as their category, large where products strayed', () => {
    const steady = Math.max(...fitDemand(promotedPanel()).markdown_frailty);
    const luck = (item: number, episode: number) => (((item >> 1) + episode) % 2 === 0 ? 2.2 : 0.45);
    const strayed = fitDemand(promotedPanel(luck)).markdown_frailty[3] ?? 0;
    expect(steady).toBeLessThan(0.06);
    expect(strayed).toBeGreaterThan(0.15);
  });

  it('widens the band of a product never marked down, not of one whose own markdowns are known', () => {
    const model = fitDemand(promotedPanel());
    model.elasticity_own_weight = Float64Array.from({ length: ITEMS }, (_, item) => (item === 0 ? 1 : 0));
    const shape = (frailty: number): Float64Array =>
      forecastCurves(
        { ...model, markdown_frailty: Float64Array.of(0, frailty, frailty, frailty, frailty) },
        {
          levels: Float64Array.of(0, 0.3, 0.5),
          phases: [{ from_day: MONDAY + 490, to_day: MONDAY + 511 }],
          items: null,
          stock: new Float64Array(ITEMS).fill(100),
          current_discount: new Float64Array(ITEMS),
          breadth: null,
          third_party: null,
        },
      ).dispersion;
    expect(shape(0.4)[0]).toBe(shape(0)[0]);
    expect(shape(0.4)[1]).toBeLessThan(shape(0)[1] ?? 0);
  });

  it('shows at each level the band of that level: wider, in share of its mean, where less is known', () => {
    // Widths as the doubt has them, before they are set by what past bands held.
    const as_doubted = Float64Array.of(1, 1, 1, 1, 1);
    const model = {
      ...fitDemand(promotedPanel()),
      interval_factor: as_doubted,
      band_factor: as_doubted,
      markdown_frailty: Float64Array.of(0, 0.2, 0.2, 0.2, 0.2),
    };
    const set = forecastCurves(model, {
      levels: Float64Array.of(0, 0.3, 0.5),
      phases: [
        { from_day: MONDAY + 490, to_day: MONDAY + 511 },
        { from_day: MONDAY + 511, to_day: MONDAY + 532 },
      ],
      items: null,
      stock: new Float64Array(ITEMS).fill(1e6),
      current_discount: new Float64Array(ITEMS),
      breadth: null,
      third_party: null,
    });
    for (let n = 0; n < ITEMS; n++) {
      const [full, third, half] = set.band_shape.subarray(3 * n, 3 * n + 3);
      expect(third).toBeLessThan(full ?? 0);
      expect(half).toBeLessThan(third ?? 0);
      const widthOf = (level: number) =>
        ((set.phase_p90[3 * n + level] ?? 0) - (set.phase_p10[3 * n + level] ?? 0)) /
        (set.phase_qty[3 * n + level] ?? 1);
      expect(widthOf(2)).toBeGreaterThan(widthOf(0));
    }
  });
});
