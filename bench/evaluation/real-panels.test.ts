import { type EvaluationPanel, evaluateForecasts, fitDemand, itemLevel, weeklyMean } from '@palier/engine';
import { describe, expect, it } from 'vitest';
import { dataMiningCup, fratBreakfast, nordicFashion, orangeJuice, realDataFolder } from './real-panels.ts';

const folder = realDataFolder();
if (folder === null) console.log('skipped: the real retail data (../shared/data) is not on this machine');
const onRealData = describe.skipIf(folder === null);

/** Articles of week 0 forecast in week 1, five folds: the price response comes from the other articles only. */
function nordicScore(data: EvaluationPanel): { constant: number; palier: number } {
  const { panel } = data;
  const sums = { constant: 0, palier: 0, units: 0 };
  for (let fold = 0; fold < 5; fold++) {
    const availability = panel.availability?.slice() ?? new Float32Array(panel.units.length).fill(1);
    let [before, after] = [0, 0];
    for (let item = 0; item < panel.item_count; item++) {
      if (item % 5 === fold) availability[2 * item + 1] = 0;
      else {
        before += panel.units[2 * item] ?? 0;
        after += panel.units[2 * item + 1] ?? 0;
      }
    }
    const model = fitDemand({ ...panel, availability }, { events: [] });
    // What the other articles of the index group did between the two weeks, prices set apart.
    const liftOf = (c: number) => (model.week_effect[2 * c + 1] ?? 0) - (model.week_effect[2 * c] ?? 0);
    for (let item = fold; item < panel.item_count; item += 5) {
      if (data.scored[2 * item] !== 1 || data.scored[2 * item + 1] !== 1) continue;
      const actual = panel.units[2 * item + 1] ?? 0;
      const lift = liftOf(model.category[item] ?? 0);
      const mean = weeklyMean(model, item, itemLevel(model, item, 1, lift), lift, {
        discount: panel.discount[2 * item + 1] ?? 0,
        price_index: panel.price_index?.[2 * item + 1] ?? 1,
        availability: 1,
        breadth: 1,
      });
      sums.constant += Math.abs(actual - ((panel.units[2 * item] ?? 0) * after) / before);
      sums.palier += Math.abs(actual - mean);
      sums.units += actual;
    }
  }
  return { constant: sums.constant / sums.units, palier: sums.palier / sums.units };
}

onRealData('forecasts on real retail data', () => {
  const read = (reader: (folder: string) => EvaluationPanel) => reader(folder ?? '');

  it('beats every plain method on groceries with known prices, and its bands hold', () => {
    const scores = evaluateForecasts(read(fratBreakfast));
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
    const scores = evaluateForecasts(read(orangeJuice));
    for (const plain of ['last_week', 'ewma', 'own_price', 'global_price', 'pooled_price'] as const)
      expect(scores.wape.palier ?? 1).toBeLessThan(scores.wape[plain] ?? 0);
    expect(scores.coverage_80).toBeGreaterThan(0.75);
    expect(scores.coverage_80).toBeLessThan(0.85);
  });

  it('beats level-only methods on sporting goods around Christmas', () => {
    const scores = evaluateForecasts(read(dataMiningCup));
    for (const plain of ['last_week', 'ewma', 'pooled_price'] as const)
      expect(scores.wape.palier ?? 1).toBeLessThan(scores.wape[plain] ?? 0);
    expect(scores.coverage_80).toBeGreaterThan(0.75);
    expect(scores.coverage_80).toBeLessThan(0.85);
  });

  it('forecasts a fashion markdown of articles whose reaction was never seen', () => {
    const scores = nordicScore(read(nordicFashion));
    console.log('nordic', scores);
    expect(scores.palier).toBeLessThan(0.8 * scores.constant);
  });
});
