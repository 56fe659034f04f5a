import type { DemandModel, MarkdownProblem } from '@palier/engine';
import { forecastCurves, GOAL_CODE, optimise } from '@palier/engine';
import type { Market } from './market.ts';
import { LEVELS, phaseCount, unitValue } from './market.ts';
import type { Present } from './policy.ts';
import { waitingLevels } from './waiting.ts';

/** Mean demand of the remaining phases, item n, phase p, level l at `(n × P + p) × L + l`, and its NB shape. */
export interface Outlook {
  phases: number;
  mean: Float32Array;
  shape: Float64Array;
}

/** What the engine forecasts of every phase left, for the customers who find their size. */
export function forecast(model: DemandModel, market: Market, present: Present): Outlook {
  const phases = phaseCount(market) - present.phase;
  const last = present.past.at(-1);
  const curves = forecastCurves(model, {
    levels: Float64Array.from(LEVELS),
    phases: Array.from({ length: phases }, (_, index) => ({
      from_day: market.phase_days[present.phase + index] ?? 0,
      to_day: market.phase_days[present.phase + index + 1] ?? 0,
    })),
    items: Int32Array.from(market.items, (item) => item.row),
    stock: present.stock,
    current_discount: last?.discount ?? new Float64Array(market.items.length),
    breadth: null,
    third_party: null,
  });
  return { phases, mean: whoFind(present, curves.phase_mean), shape: curves.dispersion };
}

/** The customers who find their size, if the shelves stay as they are. */
export function whoFind(present: Present, mean: Float32Array): Float32Array {
  const cells = mean.length / present.in_stock.length;
  return mean.map((customers, at) => customers * (present.in_stock[Math.floor(at / cells)] ?? 1));
}

/** The engine's optimum under expected limited sales. */
export function bestPlan(
  market: Market,
  present: Present,
  outlook: Outlook,
  residual_value: number,
): Uint8Array {
  return optimise(problemOf(market, present, outlook, residual_value)).plan;
}

/** The engine's discounts of the phase to be decided when the next ones will be decided again: one column. */
export function patientPlan(
  market: Market,
  present: Present,
  outlook: Outlook,
  residual_value: number,
): Uint8Array {
  const problem = problemOf(market, present, outlook, residual_value);
  return waitingLevels(problem, optimise(problem).plan);
}

function problemOf(
  market: Market,
  present: Present,
  outlook: Outlook,
  residual_value: number,
): MarkdownProblem {
  const { items } = market;
  const last = present.past.at(-1);
  return {
    item_count: items.length,
    phase_count: outlook.phases,
    levels: Float64Array.from(LEVELS),
    phase_mean: outlook.mean,
    dispersion: outlook.shape,
    stock: present.stock,
    price: Float64Array.from(items, (item) => item.price),
    base_price: Float64Array.from(items, (item) => item.base_price),
    cost: Float64Array.from(items, (item) => item.cost),
    residual_value: new Float64Array(items.length).fill(residual_value),
    goal: new Uint8Array(items.length).fill(GOAL_CODE.profit),
    min_level: new Uint8Array(items.length),
    max_level: new Uint8Array(items.length).fill(LEVELS.length - 1),
    previous_level: Uint8Array.from(items, (_, index) =>
      Math.max(0, LEVELS.indexOf(last?.discount[index] ?? 0)),
    ),
    fixed_level: new Int16Array(items.length).fill(-1),
    group: null,
    season_sold: null,
    never_below_cost: null,
    constraints: [],
  };
}

/** The best path when sales are taken for min(mean demand, stock): what a spreadsheet does. */
export function fluidPlan(
  market: Market,
  present: Present,
  outlook: Outlook,
  residual_value: number,
): Uint8Array {
  const { phases, mean } = outlook;
  const plan = new Uint8Array(market.items.length * phases);
  market.items.forEach((item, index) => {
    const path: number[] = [];
    let best: { value: number; path: number[] } = { value: Number.NEGATIVE_INFINITY, path: [] };
    const walk = (phase: number, lowest: number, stock: number, value: number): void => {
      if (phase === phases) {
        if (value > best.value) best = { value, path: [...path] };
        return;
      }
      for (let level = lowest; level < LEVELS.length; level++) {
        const units = Math.min(stock, mean[(index * phases + phase) * LEVELS.length + level] ?? 0);
        path[phase] = level;
        const worth = unitValue(item, LEVELS[level] ?? 0, residual_value);
        walk(phase + 1, level, stock - units, value + units * worth);
      }
    };
    walk(0, 0, present.stock[index] ?? 0, 0);
    plan.set(best.path, index * phases);
  });
  return plan;
}
