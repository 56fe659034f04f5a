import { describe, expect, it } from 'vitest';
import { randomNegativeBinomial, seededRandom } from '../../test/random.ts';
import { emptyPanel } from '../../test/weekly-panel.ts';
import { forecastCurves } from './curves.ts';
import { DEFAULT_FIT_OPTIONS, fitDemand } from './fit.ts';
import { phaseWidening } from './phase-bands.ts';
import type { DemandModel } from './types.ts';

const ITEMS = 80;
const WEEKS = 70;

/** Items of which each week sells for itself, or that are there for weeks and gone for weeks. */
function fitted(seed: number, comes_and_goes: boolean): DemandModel {
  const random = seededRandom(seed);
  const panel = emptyPanel(ITEMS, WEEKS, 2);
  for (let item = 0; item < ITEMS; item++) {
    let there = random() < 0.5;
    for (let week = 0; week < WEEKS; week++) {
      if (comes_and_goes && random() < 0.08) there = !there;
      const mean = comes_and_goes && !there ? 0 : 6 + (item % 7);
      panel.units[item * WEEKS + week] = mean > 0 ? randomNegativeBinomial(random, 4, mean) : 0;
    }
  }
  return fitDemand(panel, { ...DEFAULT_FIT_OPTIONS, events: [] });
}

/** Shape behind the band of the first item over some weeks. */
function bandShape(model: DemandModel, weeks: number): number {
  const start = model.first_week_day + 7 * model.week_count;
  const set = forecastCurves(model, {
    levels: Float64Array.of(0),
    phases: [{ from_day: start, to_day: start + 7 * weeks }],
    items: Int32Array.of(0),
    stock: Float64Array.of(1e6),
    current_discount: Float64Array.of(0),
    breadth: null,
    third_party: null,
  });
  return set.band_shape[0] ?? 0;
}

describe('the band of a phase of several weeks', () => {
  const steady = fitted(1, false);
  const unsteady = fitted(2, true);

  it('is widened where the weeks of an item miss on the same side', () => {
    expect(unsteady.phase_factor).toBeGreaterThan(1.3);
    expect(unsteady.phase_factor).toBeGreaterThan(1.2 * steady.phase_factor);
  });

  it('takes the whole factor from four weeks on, and none for one', () => {
    const bare = { ...unsteady, phase_factor: 1 };
    expect(bandShape(unsteady, 1)).toBeCloseTo(bandShape(bare, 1), 9);
    for (const weeks of [4, 8])
      expect(bandShape(bare, weeks) / bandShape(unsteady, weeks)).toBeCloseTo(unsteady.phase_factor, 6);
    expect(phaseWidening(4, 2)).toBeCloseTo(2, 9);
  });
});
