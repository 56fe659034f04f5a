import { plainSlopes } from '../evaluation/baselines.ts';
import type { Market } from './market.ts';
import { LEVELS, phaseCount } from './market.ts';
import { bestPlan, whoFind } from './outlook.ts';
import type { Policy, Present } from './policy.ts';

/** Weeks that tell the level, and units that the usual level of a product counts for. */
const LEVEL_WEEKS = 6;
const PRIOR_UNITS = 2;

/**
 * What forty lines can do: a level from the last six weeks, one elasticity for all (log-log slope of the history), both
 * as a gamma that each phase updates by units sold and units expected; then our optimiser on these means.
 */
export const PLAIN_MODEL: Policy = {
  key: 'plain',
  label: 'Modèle simple : niveau de six semaines, une élasticité, mise à jour gamma',
  open: (market, residual_value) => {
    const lift = liftOf(market);
    const start = startingLevels(market, lift);
    return (present) => {
      const { shape, rate } = learn(present, start, lift);
      const phases = phaseCount(market) - present.phase;
      const customers = new Float32Array(market.items.length * phases * LEVELS.length);
      customers.forEach((_, at) => {
        const index = Math.floor(at / (phases * LEVELS.length));
        customers[at] = ((shape[index] ?? 0) / (rate[index] ?? 1)) * lift(LEVELS[at % LEVELS.length] ?? 0);
      });
      const outlook = { phases, mean: whoFind(present, customers), shape };
      const plan = bestPlan(market, present, outlook, residual_value);
      return Float64Array.from(market.items, (_, index) => LEVELS[plan[index * phases] ?? 0] ?? 0);
    };
  },
};

interface Levels {
  shape: Float64Array;
  rate: Float64Array;
}

function liftOf({ panel }: Market): (discount: number) => number {
  const counts = Uint8Array.from(panel.units, (_, cell) => ((panel.availability?.[cell] ?? 1) > 0 ? 1 : 0));
  const slope = Math.min(-0.3, plainSlopes(panel, counts).global);
  return (discount) => (1 - discount) ** slope;
}

function startingLevels({ panel, items }: Market, lift: (discount: number) => number): Levels {
  const sums = items.map(({ row }) => {
    let [units, exposure] = [0, 0];
    const end = (row + 1) * panel.week_count;
    for (let cell = Math.max(row * panel.week_count, end - LEVEL_WEEKS); cell < end; cell++) {
      units += panel.units[cell] ?? 0;
      exposure += (panel.availability?.[cell] ?? 1) * lift(panel.discount[cell] ?? 0);
    }
    return { units, exposure };
  });
  const usual =
    sums.reduce((sum, each) => sum + each.units, 0) / sums.reduce((sum, each) => sum + each.exposure, 1e-9);
  return {
    shape: Float64Array.from(sums, ({ units }) => PRIOR_UNITS + units),
    rate: Float64Array.from(sums, ({ exposure }) => PRIOR_UNITS / usual + exposure),
  };
}

function learn({ past }: Present, start: Levels, lift: (discount: number) => number): Levels {
  const exposure = (index: number) =>
    past.reduce((sum, phase) => sum + (phase.in_stock[index] ?? 1) * lift(phase.discount[index] ?? 0), 0);
  return {
    shape: start.shape.map((value, n) => value + past.reduce((sum, phase) => sum + (phase.units[n] ?? 0), 0)),
    rate: start.rate.map((value, n) => value + exposure(n)),
  };
}
