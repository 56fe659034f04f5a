import type { DemandModel, MarkdownProblem, PhaseObservation } from '@palier/engine';
import { fitDemand, forecastCurves, GOAL_CODE, optimise, updateDemand } from '@palier/engine';
import { priceEffect } from '../world/demand.ts';
import type { Market } from './market.ts';
import { LEVELS, phaseCount } from './market.ts';
import type { PhaseResult, Policy, Present } from './policy.ts';

/** Mean demand of the remaining phases, item n, phase p, level l at `(n × P + p) × L + l`, and its NB shape. */
interface Outlook {
  phases: number;
  mean: Float32Array;
  shape: Float64Array;
}

/** Our policies, on the public engine. */
export function enginePolicies(): Policy[] {
  const openLoop = (key: string, label: string, plan: typeof bestPlan): Policy => ({
    key,
    label,
    open: (market, residual_value) => {
      const model = fitDemand(market.panel);
      let levels: Uint8Array | null = null;
      return (present) => {
        levels ??= plan(market, present, forecast(model, market, present), residual_value);
        return discountsOf(levels, market.items.length, phaseCount(market), present.phase);
      };
    },
  });
  return [
    openLoop('open_loop_fluid', 'Palier, plan figé, min(D, I)', fluidPlan),
    openLoop('open_loop', 'Palier, plan figé', bestPlan),
    {
      key: 'rolling',
      label: 'Palier, recalculé à chaque démarque',
      open: (market, residual_value) => {
        let model = fitDemand(market.panel);
        return (present) => {
          const last = present.past.at(-1);
          if (last) model = updateDemand(model, observationOf(market, model, present, last));
          const outlook = forecast(model, market, present);
          const levels = bestPlan(market, present, outlook, residual_value);
          return discountsOf(levels, market.items.length, outlook.phases, 0);
        };
      },
    },
  ];
}

/** Knows every parameter of the truth, re-plans every phase, ignores only the draws: what a perfect model would do. */
export const INFORMED_POLICY: Policy = {
  key: 'informed',
  label: 'Loi de la demande connue',
  open: (market, residual_value) => (present) => {
    const outlook = trueOutlook(market, present);
    const levels = bestPlan(market, present, outlook, residual_value);
    return discountsOf(levels, market.items.length, outlook.phases, 0);
  },
};

function forecast(model: DemandModel, market: Market, present: Present): Outlook {
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

function trueOutlook(market: Market, present: Present): Outlook {
  const from = present.phase;
  const phases = phaseCount(market) - from;
  const mean = new Float32Array(market.items.length * phases * LEVELS.length);
  const shape = Float64Array.from(market.items, (item) => phases / item.truth.dispersion);
  market.items.forEach((item, index) => {
    for (let phase = 0; phase < phases; phase++) {
      LEVELS.forEach((level, position) => {
        const at = (index * phases + phase) * LEVELS.length + position;
        mean[at] = (item.law[from + phase] ?? 0) * priceEffect(item.truth, level, true);
      });
    }
  });
  return { phases, mean: whoFind(present, mean), shape };
}

/** The customers who find their size, if the shelves stay as they are. */
function whoFind(present: Present, mean: Float32Array): Float32Array {
  const cells = mean.length / present.in_stock.length;
  return mean.map((customers, at) => customers * (present.in_stock[Math.floor(at / cells)] ?? 1));
}

/** The engine's optimum under expected limited sales. */
function bestPlan(market: Market, present: Present, outlook: Outlook, residual_value: number): Uint8Array {
  const { items } = market;
  const last = present.past.at(-1);
  const problem: MarkdownProblem = {
    item_count: items.length,
    phase_count: outlook.phases,
    levels: Float64Array.from(LEVELS),
    phase_mean: outlook.mean,
    dispersion: outlook.shape,
    stock: present.stock,
    price: Float64Array.from(items, (item) => item.price),
    base_price: Float64Array.from(items, (item) => item.base_price),
    cost: Float64Array.from(items, (item) => item.cost),
    residual_value,
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
  return optimise(problem).plan;
}

/** The best path when sales are taken for min(mean demand, stock): what a spreadsheet does. */
function fluidPlan(market: Market, present: Present, outlook: Outlook, residual_value: number): Uint8Array {
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
        const worth = item.base_price * (1 - (LEVELS[level] ?? 0)) - residual_value * item.cost;
        path[phase] = level;
        walk(phase + 1, level, stock - units, value + units * worth);
      }
    };
    walk(0, 0, present.stock[index] ?? 0, 0);
    plan.set(best.path, index * phases);
  });
  return plan;
}

/** What the phase that ended taught, in the order of the model's items; the others were not observed. */
function observationOf(
  market: Market,
  model: DemandModel,
  present: Present,
  last: PhaseResult,
): PhaseObservation {
  const observation = {
    from_day: market.phase_days[present.phase - 1] ?? 0,
    to_day: market.phase_days[present.phase] ?? 0,
    units: new Float64Array(model.item_count),
    discount: new Float64Array(model.item_count),
    availability: new Float64Array(model.item_count),
    breadth: null,
  };
  market.items.forEach((item, index) => {
    observation.units[item.row] = last.units[index] ?? 0;
    observation.discount[item.row] = last.discount[index] ?? 0;
    // Sizes run out during the phase: its middle is nearer to what customers saw than its start.
    observation.availability[item.row] = ((last.in_stock[index] ?? 1) + (present.in_stock[index] ?? 1)) / 2;
  });
  return observation;
}

function discountsOf(plan: Uint8Array, items: number, phases: number, phase: number): Float64Array {
  return Float64Array.from({ length: items }, (_, index) => LEVELS[plan[index * phases + phase] ?? 0] ?? 0);
}
