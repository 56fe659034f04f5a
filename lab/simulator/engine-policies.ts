import type { DemandModel } from '@palier/engine';
import { fitDemand } from '@palier/engine';
import { priceEffect } from '../../packages/demo/src/world/demand.ts';
import { lawOf } from './known-law.ts';
import type { Market, MarketItem } from './market.ts';
import { LEVELS, phaseCount } from './market.ts';
import { observedPanel } from './observed-panel.ts';
import type { Outlook } from './outlook.ts';
import { bestPlan, fluidPlan, forecast, patientPlan } from './outlook.ts';
import type { Policy, Present } from './policy.ts';

/** The policy that the others are compared with: fit and optimum, anew at each phase, as the application does. */
export const ROLLING = 'rolling';

/** Our policies, on the public engine. */
export const ENGINE_POLICIES: readonly Policy[] = [
  openLoop('open_loop_fluid', 'Palier, plan figé, min(D, I)', fluidPlan),
  openLoop('open_loop', 'Palier, plan figé', bestPlan),
  replanned('replanned', 'Palier, replanifié sur le stock sans rien apprendre', { learn: 'nothing' }),
  replanned(ROLLING, 'Palier, recalculé à chaque démarque', { learn: 'refit' }),
  replanned('patient', 'Palier, recalculé, avec la valeur de l’attente', {
    learn: 'refit',
    plan: patientPlan,
  }),
];

/** Ours with a part of its forecasts replaced by the truth: what that part still costs. */
export const ABLATIONS: readonly Policy[] = [
  replanned('known_price', 'Recalculé, effet du prix connu', { learn: 'refit', correct: knowPrice }),
  replanned('known_level', 'Niveau connu, prix estimé', { learn: 'nothing', correct: knowLevel }),
  replanned('known_demand', 'Prix et niveau connus', { learn: 'nothing', correct: knowDemand }),
];

function openLoop(key: string, label: string, plan: typeof bestPlan): Policy {
  return {
    key,
    label,
    open: (market, residual_value) => {
      const model = fitHistory(market);
      let levels: Uint8Array | null = null;
      return (present) => {
        levels ??= plan(market, present, forecast(model, market, present), residual_value);
        return discountsOf(levels, market.items.length, phaseCount(market), present.phase);
      };
    },
  };
}

interface ReplanOptions {
  learn: 'nothing' | 'refit';
  plan?: typeof bestPlan;
  /** Replaces a part of the outlook by the truth. */
  correct?: (market: Market, present: Present, outlook: Outlook) => void;
}

/** Plans anew before each phase, under the stock left and with what the phases before have taught. */
function replanned(key: string, label: string, { learn, correct, plan = bestPlan }: ReplanOptions): Policy {
  return {
    key,
    label,
    open: (market, residual_value) => {
      const first = fitHistory(market);
      return (present) => {
        const model =
          present.phase === 0 || learn === 'nothing' ? first : fitDemand(observedPanel(market, present));
        const outlook = forecast(model, market, present);
        correct?.(market, present, outlook);
        const levels = plan(market, present, outlook, residual_value);
        return discountsOf(levels, market.items.length, levels.length / market.items.length, 0);
      };
    },
  };
}

/** The fit of each market's history, shared by its policies. */
const fits = new WeakMap<Market, DemandModel>();

function fitHistory(market: Market): DemandModel {
  const model = fits.get(market) ?? fitDemand(market.panel);
  fits.set(market, model);
  return model;
}

/** Elasticity and jump known; the level at full price stays ours, the soldes' own frailty with it. */
function knowPrice(market: Market, _: Present, outlook: Outlook): void {
  replace(market, outlook, (item, _index, _phase, level, ours) => {
    const truth = { ...item.truth, soldes_response: 1 };
    return (ours[0] ?? 0) * priceEffect(truth, LEVELS[level] ?? 0, true);
  });
}

/** Level, frailty and calendar known; elasticity and jump stay ours. */
function knowLevel(market: Market, present: Present, outlook: Outlook): void {
  replace(market, outlook, (item, index, phase, level, ours) => {
    const response = level > 0 ? item.truth.soldes_response : 1;
    const full = (item.law[present.phase + phase] ?? 0) * (present.in_stock[index] ?? 1);
    return (full * response * (ours[level] ?? 0)) / Math.max(1e-9, ours[0] ?? 0);
  });
}

function knowDemand(market: Market, present: Present, outlook: Outlook): void {
  const laws = market.items.map((item) => lawOf(market, item, present.phase));
  replace(
    market,
    outlook,
    (_item, index, phase, level) =>
      (laws[index]?.[phase * LEVELS.length + level] ?? 0) * (present.in_stock[index] ?? 1),
  );
}

type Truth = (item: MarketItem, index: number, phase: number, level: number, ours: Float32Array) => number;

/** Replaces every mean by what `truth` says, given ours of the same item and phase, level by level. */
function replace(market: Market, { phases, mean }: Outlook, truth: Truth): void {
  market.items.forEach((item, index) => {
    for (let phase = 0; phase < phases; phase++) {
      const at = (index * phases + phase) * LEVELS.length;
      const ours = mean.slice(at, at + LEVELS.length);
      for (let level = 0; level < LEVELS.length; level++)
        mean[at + level] = truth(item, index, phase, level, ours);
    }
  });
}

function discountsOf(plan: Uint8Array, items: number, phases: number, phase: number): Float64Array {
  return Float64Array.from({ length: items }, (_, index) => LEVELS[plan[index * phases + phase] ?? 0] ?? 0);
}
