import { describe, expect, it } from 'vitest';
import { evaluateForecasts } from './evaluate.ts';
import { nordicScore } from './nordic.ts';
import { dataMiningCup, fratBreakfast, nordicFashion, orangeJuice, realDataFolder } from './real-panels.ts';
import type { EvaluationPanel } from './types.ts';

const folder = realDataFolder();
if (folder === null) console.log('skipped: the real retail data (../shared/data) is not on this machine');
const onRealData = describe.skipIf(folder === null);

onRealData('forecasts on real retail data', () => {
  const read = (reader: (folder: string) => EvaluationPanel) => reader(folder ?? '');

  it('beats every plain method on groceries with known prices, and its bands hold', () => {
    const scores = evaluateForecasts(read(fratBreakfast), {
      origins: 10,
      response_weeks: [52],
      learned_baselines: false,
    });
    for (const plain of ['last_week', 'ewma', 'own_price', 'global_price', 'pooled_price'] as const)
      expect(scores.wape.palier ?? 1).toBeLessThan(scores.wape[plain] ?? 0);
    expect(scores.wape.palier).toBeLessThan(0.229);
    expect(Math.abs(scores.bias.palier ?? 1)).toBeLessThan(0.03);
    expect(scores.coverage_80).toBeGreaterThan(0.75);
    expect(scores.coverage_80).toBeLessThan(0.85);
    const response = scores.price_response['52'];
    expect(response?.palier ?? 1).toBeLessThan(
      Math.min(response?.own ?? 0, response?.global ?? 0, response?.category ?? 0),
    );
  });

  it('beats every plain method on orange juice by shop', () => {
    const fewer = { origins: 8, response_weeks: [], learned_baselines: false };
    const scores = evaluateForecasts(
      read((from) => orangeJuice(from, 5)),
      fewer,
    );
    for (const plain of ['last_week', 'ewma', 'own_price', 'global_price', 'pooled_price'] as const)
      expect(scores.wape.palier ?? 1).toBeLessThan(scores.wape[plain] ?? 0);
    // Bands of 80 % are right from 74 to 86: a few weeks of five shops say no more.
    expect(scores.coverage_80).toBeGreaterThan(0.74);
    expect(scores.coverage_80).toBeLessThan(0.86);
  });

  it('beats level-only methods on sporting goods around Christmas', () => {
    const scores = evaluateForecasts(read(dataMiningCup), { origins: 6, response_weeks: [] });
    for (const plain of ['last_week', 'ewma', 'pooled_price'] as const)
      expect(scores.wape.palier ?? 1).toBeLessThan(scores.wape[plain] ?? 0);
    expect(scores.coverage_80).toBeGreaterThan(0.75);
    expect(scores.coverage_80).toBeLessThan(0.85);
  });

  it('forecasts a fashion markdown of articles whose reaction was never seen', () => {
    const scores = nordicScore(read(nordicFashion));
    console.log('nordic', scores);
    expect(scores.palier).toBeLessThan(0.375);
    expect(scores.palier).toBeLessThan(0.6 * scores.constant);
  });
});
