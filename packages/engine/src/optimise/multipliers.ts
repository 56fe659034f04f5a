import { choosePriced, measureChoice, pricesOf } from './dual.ts';
import { solveMaster } from './master.ts';
import type { CoupledProblem } from './repair.ts';

export interface MultiplierSearch {
  /** Multipliers of the rows, in value per unit of the row. */
  multipliers: Float64Array;
  /** Upper bound of every plan's value (net of the price of soft rules). */
  bound: number;
  /** Choice at the multipliers. */
  choice: Int32Array;
  /** The best mix of plans that was found, heaviest first: it meets the rules, and is worth the bound or nearly. */
  mix: MixedPlan[];
  iterations: number;
}

/** A plan of a mix: the multipliers at which it is best, in value per unit of the rows, and its share. */
export interface MixedPlan {
  weight: number;
  multipliers: Float64Array;
}

export interface SearchLimits {
  max_iterations: number;
  /** Relative accuracy of the bound. */
  accuracy: number;
  /** Largest multiplier of each row, in value per unit of the row (soft rules); Infinity when hard. */
  ceiling: Float64Array;
  /** Multipliers to look at first, of a mix found on a part of the units for instance; none: zeros alone. */
  starts: readonly Float64Array[];
  isCancelled: () => boolean;
  onIteration: (iteration: number) => void;
}

/** Multiplier (in shares of the value, per whole scale of the row) beyond which a hard row is given up. */
const HARD_CEILING = 1e3;

/** First radius around multipliers already good. */
const NEAR = 0.02;
/** A step that fails still sharpens the model: the box shrinks only after this many. */
const PATIENCE = 4;

/** The plans found so far. */
interface Bundle {
  values: number[];
  slacks: Float64Array[];
  /** Where each is best, in value per unit of the rows. */
  multipliers: Float64Array[];
}

/**
 * Minimises the dual bound D(λ) = Σ max (value − λ·use) + λ·limits by cutting planes in a moving box
 * (Marsten's boxstep): each evaluation gives a plan, the plans give a piecewise linear model of D, and
 * the model is minimised near the best multipliers known. D at any λ ≥ 0 is a valid bound.
 */
export function searchMultipliers(coupled: CoupledProblem, limits: SearchLimits): MultiplierSearch {
  const { table, units, rows } = coupled;
  const count = rows.length;
  const choice = new Int32Array(units.unit_count);
  const bundle: Bundle = { values: [], slacks: [], multipliers: [] };
  const toUnits = (scaled: Float64Array, size: number) =>
    Float64Array.from(scaled, (value, r) => (value * size) / (rows[r]?.scale ?? 1));
  let size = 1;
  const evaluate = (scaled: Float64Array): number => {
    const multipliers = toUnits(scaled, size);
    const score = choosePriced(table, units, pricesOf(coupled, multipliers), choice);
    const { value, activity } = measureChoice(table, units, rows, choice);
    const slack = Float64Array.from(rows, (row, r) => (row.limit - (activity[r] ?? 0)) / row.scale);
    if (bundle.values.length === 0) size = Math.max(Math.abs(value), 1e-6);
    bundle.values.push(value / size);
    bundle.slacks.push(slack);
    bundle.multipliers.push(multipliers);
    let bound = score;
    rows.forEach((row, r) => {
      bound += (multipliers[r] ?? 0) * row.limit;
    });
    return bound / size;
  };
  let center: Float64Array = new Float64Array(count);
  let best = evaluate(center);
  const ceiling = Float64Array.from(limits.ceiling, (value, r) =>
    Math.min(HARD_CEILING, (value * (rows[r]?.scale ?? 1)) / size),
  );
  for (const multipliers of limits.starts) {
    const start = multipliers.map((value, r) =>
      Math.min(ceiling[r] ?? 0, (value * (rows[r]?.scale ?? 1)) / size),
    );
    const bound = evaluate(start);
    if (bound < best) [center, best] = [start, bound];
  }
  let radius = limits.starts.length === 0 ? 1 : NEAR;
  let nulls = 0;
  let iteration = 1;
  for (; iteration < limits.max_iterations && !limits.isCancelled(); iteration++) {
    limits.onIteration(iteration);
    const proposal = proposeMultipliers(bundle, center, radius, ceiling);
    const predicted = best - proposal.value;
    if (predicted <= limits.accuracy * Math.abs(best)) {
      const whole = proposeMultipliers(bundle, center, HARD_CEILING * 2, ceiling);
      if (best - whole.value <= limits.accuracy * Math.abs(best)) break;
      radius = Math.max(radius * 8, 0.01);
      continue;
    }
    const bound = evaluate(proposal.multipliers);
    const gained = best - bound;
    if (gained > 0.5 * predicted) radius = Math.min(radius * 2, HARD_CEILING);
    else if (gained < 0.1 * predicted && ++nulls % PATIENCE === 0) radius *= 0.7;
    if (gained > 0) [center, best] = [proposal.multipliers, bound];
    dropOldPlans(bundle, 6 * count + 60);
  }
  const multipliers = toUnits(center, size);
  choosePriced(table, units, pricesOf(coupled, multipliers), choice);
  const mix = bestMix(bundle, center, ceiling);
  return { multipliers, bound: best * size, choice, mix, iterations: iteration };
}

/** Plans of no more weight than this are rounding. */
const NO_WEIGHT = 1e-9;

function bestMix(bundle: Bundle, center: Float64Array, ceiling: Float64Array): MixedPlan[] {
  const weights = proposeMultipliers(bundle, center, HARD_CEILING * 2, ceiling).mix;
  return bundle.multipliers
    .map((multipliers, plan) => ({ multipliers, weight: weights[plan] ?? 0 }))
    .filter(({ weight }) => weight > NO_WEIGHT)
    .sort((a, b) => b.weight - a.weight);
}

function proposeMultipliers(bundle: Bundle, center: Float64Array, radius: number, ceiling: Float64Array) {
  const lower = Float64Array.from(center, (value) => Math.max(0, value - radius));
  const upper = Float64Array.from(center, (value, r) => Math.min(ceiling[r] ?? HARD_CEILING, value + radius));
  return solveMaster({ values: bundle.values, slacks: bundle.slacks, lower, upper });
}

function dropOldPlans(bundle: Bundle, most: number): void {
  if (bundle.values.length <= most) return;
  bundle.values.splice(1, bundle.values.length - most);
  bundle.slacks.splice(1, bundle.slacks.length - most);
  bundle.multipliers.splice(1, bundle.multipliers.length - most);
}
