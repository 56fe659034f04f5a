import { describe, expect, it } from 'vitest';
import { randomNegativeBinomial, seededRandom } from '../../test/random.ts';
import { emptyPanel } from '../../test/weekly-panel.ts';
import { forecastCurves } from './curves.ts';
import { fitDemand } from './fit.ts';
import { CORRECTION_REASONS } from './situation.ts';
import type { CurveSet, DemandModel, WeeklyPanel } from './types.ts';

const ITEMS = 60;
const WEEKS = 80;
const LEVELS = Float64Array.from({ length: 9 }, (_, l) => l / 10);

/** Promotions of one week in six in each category at a time or not, at 20 to 40 %; `effect`: what the model's form does not say. */
function promotedPanel(effect: (share_on_offer: number, week_of_offer: number) => number): WeeklyPanel {
  const random = seededRandom(11);
  const panel = emptyPanel(ITEMS, WEEKS, 3);
  const on = (item: number, week: number): boolean => {
    const crowd = ((week * 7 + (item % 3) * 5) % 11) / 11;
    return (item * 31 + Math.floor(week / 3) * 17) % 20 < 20 * 0.6 * crowd;
  };
  for (let week = 0; week < WEEKS; week++)
    for (let item = 0; item < ITEMS; item++) {
      let others = 0;
      for (let other = item % 3; other < ITEMS; other += 3)
        if (other !== item && on(other, week)) others += 3 / ITEMS;
      const discount = on(item, week) ? 0.2 + 0.1 * ((item + week) % 3) : 0;
      const again = week > 0 && on(item, week - 1) ? 1 : 0;
      const mean = (15 + (item % 9)) * (1 - discount) ** -2 * effect(others, discount > 0 ? again : -1);
      panel.discount[item * WEEKS + week] = discount;
      panel.units[item * WEEKS + week] = randomNegativeBinomial(random, 20, mean);
    }
  return panel;
}

/** The next week, when everything else is at a discount (null: nobody knows). */
function nextWeek(model: DemandModel, others: number | null, weeks = 1): CurveSet {
  const start = model.first_week_day + 7 * model.week_count;
  return forecastCurves(model, {
    levels: LEVELS,
    phases: [{ from_day: start, to_day: start + 7 * weeks }],
    items: null,
    stock: new Float64Array(ITEMS).fill(1e6),
    current_discount: new Float64Array(ITEMS),
    breadth: null,
    third_party: null,
    planned: others === null ? null : { weeks: 4, discount: new Float32Array(4 * ITEMS).fill(others) },
  });
}

const sum = (set: CurveSet, level: number): number =>
  Array.from({ length: ITEMS }, (_, n) => set.phase_mean[n * LEVELS.length + level] ?? 0).reduce(
    (a, b) => a + b,
    0,
  );

describe('the learned correction', () => {
  const crowded = fitDemand(promotedPanel((others) => Math.exp(-1.5 * others)));

  it('forecasts fewer sales of a product when the others of its category are on offer, and says that they are why', () => {
    const alone = nextWeek(crowded, 0);
    const among = nextWeek(crowded, 0.3);
    expect(sum(among, 3)).toBeLessThan(0.75 * sum(alone, 3));
    const reasons = Array.from(among.correction_reason.filter((_, at) => at % LEVELS.length === 3));
    const others = reasons.filter((reason) => CORRECTION_REASONS[reason] === 'others');
    expect(others.length).toBeGreaterThan(ITEMS / 2);
  });

  it('lies between both when nobody knows what the others will do', () => {
    const unknown = sum(nextWeek(crowded, null), 3);
    expect(unknown).toBeLessThan(sum(nextWeek(crowded, 0), 3));
    expect(unknown).toBeGreaterThan(sum(nextWeek(crowded, 0.3), 3));
  });

  it('never makes a deeper discount sell less, beyond those ever seen too', () => {
    for (const others of [null, 0, 0.3]) {
      const { phase_mean } = nextWeek(crowded, others, 4);
      phase_mean.forEach((mean, at) => {
        if (at % LEVELS.length > 0)
          expect(mean).toBeGreaterThanOrEqual((phase_mean[at - 1] ?? 0) * (1 - 1e-6));
      });
    }
  });

  it('tells the first week of an offer from those that follow', () => {
    const surge = fitDemand(promotedPanel((_, week) => (week === 0 ? 1.8 : 1)));
    const first = sum(nextWeek(surge, null, 1), 3);
    const both = sum(nextWeek(surge, null, 2), 3);
    expect(both - first).toBeLessThan(0.85 * first);
  });

  it('hardly moves what follows the model', () => {
    const plain = fitDemand(promotedPanel(() => 1));
    const { correction } = nextWeek(plain, null);
    const moved = correction.filter((share) => Math.abs(share) > 0.1).length;
    expect(moved).toBeLessThan(0.05 * correction.length);
  });
});
