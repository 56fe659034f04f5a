import { describe, expect, it } from 'vitest';
import type { WeeklyPanel } from '../../packages/engine/src/demand/types.ts';
import { randomNegativeBinomial, seededRandom } from '../../packages/engine/test/random.ts';
import { emptyPanel } from '../../packages/engine/test/weekly-panel.ts';
import { evaluateForecasts, originsOf } from './evaluate.ts';

function promotedPanel(seed: number): WeeklyPanel {
  const random = seededRandom(seed);
  const [items, weeks] = [60, 70];
  const panel = emptyPanel(items, weeks, 3);
  for (let cell = 0; cell < items * weeks; cell++) {
    const discount = random() < 0.25 ? 0.1 * Math.ceil(4 * random()) : 0;
    panel.discount[cell] = discount;
    panel.units[cell] = randomNegativeBinomial(random, 8, (5 + (cell % 7)) * (1 - discount) ** -2.5);
  }
  return panel;
}

describe('evaluateForecasts', () => {
  const panel = promotedPanel(1);
  const scores = evaluateForecasts(
    {
      panel,
      scored: new Uint8Array(panel.units.length).fill(1),
      has_dates: false,
      stock: null,
    },
    { response_weeks: [13], origins: 4 },
  );

  it('finds what the prices did, better than methods that ignore them', () => {
    expect(scores.wape.palier ?? 1).toBeLessThan(0.8 * (scores.wape.ewma ?? 0));
    expect(scores.wape.palier ?? 1).toBeLessThan((scores.wape.pooled_price ?? 0) * 1.02);
    expect(Math.abs(scores.bias.palier ?? 1)).toBeLessThan(0.05);
  });

  it('holds ours against what a data scientist would write, trained on the weeks before each origin', () => {
    for (const method of ['log_linear', 'boosted_poisson', 'boosted_absolute'] as const)
      expect(scores.wape[method]).toBeLessThan(0.9 * (scores.wape.ewma ?? 0));
  });

  it('tells bias, error, coverage and interval score by depth, by weeks ahead and by age', () => {
    for (const slices of [scores.by_discount, scores.by_weeks_ahead, scores.by_age]) {
      const cells = Object.values(slices).reduce((sum, slice) => sum + slice.cells, 0);
      expect(cells).toBe(scores.scored_cells);
      for (const slice of Object.values(slices)) {
        expect(slice.interval_score).toBeGreaterThan(0);
        expect(slice.coverage_80).toBeLessThanOrEqual(1);
      }
    }
    expect(Object.keys(scores.by_discount)).toEqual(['0', '10', '20', '30', '40']);
  });

  it('gives bands that hold eight times out of ten', () => {
    expect(scores.coverage_80).toBeGreaterThan(0.75);
    expect(scores.coverage_80).toBeLessThan(0.85);
  });

  it('only ever looks back: every origin leaves weeks to predict', () => {
    for (const weeks of [2, 3, 10, 60, 156]) {
      const origins = originsOf(weeks);
      expect(origins.length).toBeGreaterThan(0);
      expect(origins.length).toBeLessThanOrEqual(20);
      expect(origins.every((origin) => origin >= 1 && origin < weeks)).toBe(true);
    }
  });
});
