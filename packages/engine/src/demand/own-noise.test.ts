import { describe, expect, it } from 'vitest';
import { randomNegativeBinomial, seededRandom } from '../../test/random.ts';
import { emptyPanel } from '../../test/weekly-panel.ts';
import { forecastCurves } from './curves.ts';
import { fitDemand } from './fit.ts';
import type { DemandModel } from './types.ts';

const [ITEMS, WEEKS, AFTER] = [60, 70, 8];

interface Drawn {
  model: DemandModel;
  /** Units of an item in the weeks after the history. */
  later: (item: number) => number[];
}

/** One category, 200 units a week: every other item is steady, the others not, where `uneven`. */
function drawn(uneven: boolean): Drawn {
  const random = seededRandom(21);
  const panel = { ...emptyPanel(ITEMS, WEEKS, 1), first_week_day: 19_726 };
  const after: number[][] = [];
  for (let item = 0; item < ITEMS; item++) {
    const shape = uneven ? (item % 2 === 0 ? 40 : 5) : 10;
    for (let week = 0; week < WEEKS; week++)
      panel.units[item * WEEKS + week] = randomNegativeBinomial(random, shape, 200);
    after.push(Array.from({ length: AFTER }, () => randomNegativeBinomial(random, shape, 200)));
  }
  return { model: fitDemand(panel, { events: [] }), later: (item) => after[item] ?? [] };
}

/** Share of the later weeks in the band of the next one, of every other item. */
function held({ model, later }: Drawn, parity: number): number {
  const start = model.first_week_day + 7 * WEEKS;
  const set = forecastCurves(model, {
    levels: Float64Array.of(0),
    phases: [{ from_day: start, to_day: start + 7 }],
    items: null,
    stock: new Float64Array(ITEMS).fill(1e6),
    current_discount: new Float64Array(ITEMS),
    breadth: null,
    third_party: null,
  });
  let [inside, count] = [0, 0];
  for (let item = parity; item < ITEMS; item += 2)
    for (const units of later(item)) {
      count++;
      if (units >= (set.phase_p10[item] ?? 0) && units <= (set.phase_p90[item] ?? 0)) inside++;
    }
  return inside / count;
}

describe('what an item strays by itself', () => {
  it('gives steady products narrow bands and the others wide ones, which hold as often', () => {
    const uneven = drawn(true);
    for (const parity of [0, 1]) {
      expect(held(uneven, parity)).toBeGreaterThan(0.7);
      expect(held(uneven, parity)).toBeLessThan(0.92);
    }
    expect(uneven.model.own_noise[1]).toBeGreaterThan(3 * (uneven.model.own_noise[0] ?? 1));
  });

  it('is nothing where products of a category stray alike', () => {
    for (const factor of drawn(false).model.own_noise) {
      expect(factor).toBeGreaterThan(0.85);
      expect(factor).toBeLessThan(1.15);
    }
  });
});
