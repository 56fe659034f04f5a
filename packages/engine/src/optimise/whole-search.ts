import { pricesOf } from './dual.ts';
import { type MultiplierSearch, searchMultipliers } from './multipliers.ts';
import type { Ceilings } from './outcome.ts';
import type { CoupledProblem } from './repair.ts';
import { openRounding } from './round-mix.ts';
import { nearProblem, sampleProblem } from './sample.ts';
import type { OptimiseHooks } from './types.ts';

/**
 * Samples whose mixes start the search on the next, and last on the whole: their units, and how many times as many
 * the whole must have for the sample to spare more than it costs.
 */
const SAMPLES = [
  { size: 3_000, least: 2 },
  { size: 30_000, least: 8 },
];
/** Share of a unit's value within which candidates are kept around the multipliers of a sample of so many units. */
const NEAR = { margin: 0.06, size: 3_000 };

/** Where the next search begins: at the multipliers found, and at those of each plan of the mix. */
const startsOf = (found: MultiplierSearch | null): Float64Array[] =>
  found === null ? [] : [found.multipliers, ...found.mix.map(({ multipliers }) => multipliers)];

/** A search among all units, and what rounds the mix of plans that it ended with (`round-mix.ts`). */
export interface WholeSearch extends MultiplierSearch {
  openRounding: () => ReturnType<typeof openRounding>;
}

/**
 * Multipliers of the rows: on samples first, then on all units with only the candidates near the sample's
 * multipliers, and last one pass over everything, which makes the bound valid.
 */
export function findMultipliers(
  coupled: CoupledProblem,
  ceilings: Ceilings,
  limits: { max_iterations: number; accuracy: number },
  hooks: OptimiseHooks,
): WholeSearch {
  const report = (from: number, to: number) => (iteration: number) =>
    hooks.onProgress?.(from + (to - from) * Math.min(1, iteration / limits.max_iterations), 'multipliers');
  const shared = {
    ceiling: ceilings,
    isCancelled: hooks.isCancelled ?? (() => false),
    accuracy: limits.accuracy,
  };
  const search = (
    on: CoupledProblem,
    starts: readonly Float64Array[],
    iterations: number,
    onIteration: (n: number) => void,
  ) =>
    searchMultipliers(on, {
      ...shared,
      starts,
      max_iterations: iterations,
      onIteration,
    });
  const samples = SAMPLES.filter(({ size, least }) => coupled.units.unit_count >= least * size);
  const last = samples.at(-1);
  if (last === undefined) {
    const whole = search(coupled, [], limits.max_iterations, report(0.3, 0.7));
    return { ...whole, openRounding: () => openRounding(coupled, whole.mix) };
  }
  let warm: MultiplierSearch | null = null;
  let iterations = 0;
  for (const [n, { size }] of samples.entries()) {
    const sample = sampleProblem(coupled, Math.floor(coupled.units.unit_count / size));
    warm = search(sample, startsOf(warm), limits.max_iterations, report(0.3 + 0.05 * n, 0.35 + 0.05 * n));
    iterations += warm.iterations;
  }
  const prices = pricesOf(coupled, warm?.multipliers ?? new Float64Array(coupled.rows.length));
  // What a sample mistakes shrinks with the root of its size.
  const { near, kept } = nearProblem(coupled, prices, NEAR.margin * Math.sqrt(NEAR.size / last.size));
  const close = search(near, startsOf(warm), limits.max_iterations, report(0.4, 0.7));
  return {
    ...search(coupled, [close.multipliers], 1, () => undefined),
    iterations: iterations + close.iterations,
    openRounding: () => {
      const round = openRounding(near, close.mix);
      return (margin) => round(margin).map((candidate) => kept[candidate] ?? 0);
    },
  };
}
