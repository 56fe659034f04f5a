import { fitDemand } from '@palier/engine';
import { itemLevel, weeklyMean } from '../../packages/engine/src/demand/predict.ts';
import type { EvaluationPanel } from './types.ts';

/** Articles of week 0 forecast in week 1, five folds: the price response comes from the other articles only. */
export function nordicScore(data: EvaluationPanel): { constant: number; palier: number } {
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
