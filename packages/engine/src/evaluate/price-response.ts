import { fitDemand } from '../demand/fit.ts';
import { logMultiplier } from '../demand/predict.ts';
import type { WeeklyPanel } from '../demand/types.ts';
import { logPaidPrice, logResiduals, plainSlopes, residualise } from './baselines.ts';
import { sliceWeeks } from './slice.ts';
import type { EvaluationPanel, PriceResponseScore } from './types.ts';

/** Longest stretch of weeks scored after a training window, and most windows tried. */
const TEST_WEEKS = 52;
const WINDOWS = 4;

/**
 * Out-of-sample squared error of the price response, relative to no price at all: trained on windows of `weeks`
 * weeks, scored on the weeks that follow, both sides after product and week effects. Null when the panel is
 * too short.
 */
export function scorePriceResponse(data: EvaluationPanel, weeks: number): PriceResponseScore {
  const total = data.panel.week_count;
  const test = Math.min(TEST_WEEKS, total - weeks);
  const error = { own: 0, global: 0, category: 0, pooled: 0, palier: 0 };
  let base = 0;
  if (test < 4) return { own: null, global: null, category: null, pooled: null, palier: null };
  const last = total - weeks - test;
  const windows = Math.min(WINDOWS, last + 1);
  for (let n = 0; n < windows; n++) {
    const from = windows === 1 ? last : Math.round((n * last) / (windows - 1));
    const train = sliceWeeks(data, from, from + weeks);
    const future = sliceWeeks(data, from + weeks, from + weeks + test);
    const slopes = plainSlopes(train.panel, train.scored);
    const model = fitDemand(train.panel, data.has_dates ? {} : { events: [] });
    const { y, x, used } = logResiduals(future.panel, future.scored);
    const palier = residualise(future.panel, used, ourResponse(future.panel, model));
    for (let cell = 0; cell < y.length; cell++) {
      if (used[cell] !== 1) continue;
      const item = Math.floor(cell / future.panel.week_count);
      const actual = y[cell] ?? 0;
      const price = x[cell] ?? 0;
      base += actual ** 2;
      error.own += (actual - (slopes.own[item] ?? 0) * price) ** 2;
      error.global += (actual - slopes.global * price) ** 2;
      error.category += (actual - (slopes.category[future.panel.category[item] ?? 0] ?? 0) * price) ** 2;
      error.pooled += (actual - (slopes.pooled[item] ?? 0) * price) ** 2;
      error.palier += (actual - (palier[cell] ?? 0)) ** 2;
    }
  }
  const share = (value: number) => (base > 0 ? value / base : null);
  return {
    own: share(error.own),
    global: share(error.global),
    category: share(error.category),
    pooled: share(error.pooled),
    palier: share(error.palier),
  };
}

/** Log effect of the price in every cell by our model: discount, jump and moves of the list price. */
function ourResponse(panel: WeeklyPanel, model: ReturnType<typeof fitDemand>): Float64Array {
  const prices = logPaidPrice(panel);
  return Float64Array.from(prices, (price, cell) => {
    const item = Math.floor(cell / panel.week_count);
    const discount = panel.discount[cell] ?? 0;
    const listMove = price - Math.log(Math.max(0.05, 1 - discount));
    return logMultiplier(model, item, discount) + (model.elasticity[item] ?? 0) * listMove;
  });
}
