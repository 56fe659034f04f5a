import { describe, expect, it } from 'vitest';
import { evaluateForecasts } from './evaluate.ts';
import { FAMILIES } from './families.ts';
import type { Evaluation } from './types.ts';

/** What luck may cost on a panel of this size: on average over draws ours is ahead. */
const LUCK = 1.015;

describe('forecasts on panels of other natures than the model', () => {
  const cases = [
    ['fashion', 1],
    ['grocery', 1],
    ['few_items', 4],
    ['short', 4],
  ] as const;
  for (const [name, panels] of cases)
    it(`are as good as the best plain method, and their bands hold: ${name}`, () => {
      const scores = Array.from({ length: panels }, (_, n) =>
        evaluateForecasts(FAMILIES[name](n + 1), { response_weeks: [], learned_baselines: false }),
      );
      const mean = (read: (score: Evaluation) => number | null) =>
        scores.reduce((sum, score) => sum + (read(score) ?? 1), 0) / panels;
      const plain = ['last_week', 'ewma', 'own_price', 'global_price', 'pooled_price'] as const;
      const best = Math.min(...plain.map((method) => mean(({ wape }) => wape[method])));
      expect(mean(({ wape }) => wape.palier)).toBeLessThanOrEqual(best * LUCK);
      expect(mean(({ coverage_80 }) => coverage_80)).toBeGreaterThan(0.75);
      expect(mean(({ coverage_80 }) => coverage_80)).toBeLessThan(0.85);
    });
});
