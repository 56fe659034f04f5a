import { frenchEvents } from '../../packages/engine/src/demand/calendar.ts';
import { fitDemand } from '../../packages/engine/src/demand/fit.ts';
import {
  calendarEffects,
  cumulativeShape,
  itemLevel,
  weeklyMean,
} from '../../packages/engine/src/demand/predict.ts';
import type { DemandModel } from '../../packages/engine/src/demand/types.ts';
import { expectedSales } from '../../packages/engine/src/numeric/negative-binomial.ts';
import type { EvaluationPanel } from './types.ts';

/** Mean units of an item and week (0 = the first after the origin), and shape of their negative binomial. */
export interface OurForecasts {
  mean: (item: number, horizon: number) => number;
  shape: (item: number, horizon: number) => number;
}

/** Share of weeks with arrivals from which a stock says nothing of what can be sold later. */
const REPLENISHED = 0.03;

/** Our model fitted on the weeks before an origin, asked for those that follow at their known prices. */
export function ourForecasts(
  data: EvaluationPanel,
  train: EvaluationPanel,
  origin: number,
  to: number,
): OurForecasts {
  const model = fitDemand(train.panel, data.has_dates ? {} : { events: [] });
  const demand = weeklyDemand(data, model, origin, to);
  const shape = (item: number, h: number) =>
    cumulativeShape(model, item, 1, data.panel.discount[item * data.panel.week_count + origin + h] ?? 0);
  const { stock } = data;
  if (stock === null || arrivals(train) >= REPLENISHED) return { mean: demand, shape };
  // Without arrivals, no more can be sold than is there at the origin.
  const mean = (item: number, h: number): number => {
    const left = stock[item * data.panel.week_count + origin] ?? Number.NaN;
    if (!(left >= 0)) return demand(item, h);
    let before = 0;
    for (let n = 0; n < h; n++) before += demand(item, n);
    const k = shape(item, h);
    return Math.max(0, expectedSales(k, before + demand(item, h), left) - expectedSales(k, before, left));
  };
  return { mean, shape };
}

function weeklyDemand(data: EvaluationPanel, model: DemandModel, origin: number, to: number) {
  const { panel } = data;
  const span = to - origin;
  const first = panel.first_week_day + 7 * origin;
  const events = model.events ?? frenchEvents(first, first + 7 * span);
  const effects = calendarEffects(model, events, first, span);
  return (item: number, h: number): number => {
    const cell = item * panel.week_count + origin + h;
    const effect = effects[(model.category[item] ?? 0) * span + h] ?? 0;
    return weeklyMean(model, item, itemLevel(model, item, h + 1, effect), effect, {
      discount: panel.discount[cell] ?? 0,
      price_index: panel.price_index?.[cell] ?? 1,
      availability: 1,
      breadth: 1,
    });
  };
}

/** Share of weeks after which a stock is larger than what sales left of it. */
function arrivals({ panel, stock }: EvaluationPanel): number {
  let [arrived, known] = [0, 0];
  for (let cell = 0; stock !== null && cell + 1 < stock.length; cell++) {
    if ((cell + 1) % panel.week_count === 0) continue;
    const before = stock[cell] ?? Number.NaN;
    const change = (stock[cell + 1] ?? Number.NaN) - (before - (panel.units[cell] ?? 0));
    if (!Number.isFinite(change)) continue;
    known++;
    if (change > Math.max(1, 0.05 * before)) arrived++;
  }
  return known > 0 ? arrived / known : 1;
}
