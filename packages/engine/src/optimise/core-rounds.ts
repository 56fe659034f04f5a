import { isBetter, solveCore } from './core.ts';
import type { Prices } from './dual.ts';
import type { MultiplierSearch } from './multipliers.ts';
import { type Ceilings, hardRowsHold, priceSoft } from './outcome.ts';
import type { CoupledProblem } from './repair.ts';
import type { OptimiseHooks, OptimiseOptions } from './types.ts';

/** What the passes over the core share: the problem, its multipliers and their prices, and the limits. */
export interface CoreWork {
  coupled: CoupledProblem;
  prices: Prices;
  search: MultiplierSearch;
  ceilings: Ceilings;
  options: OptimiseOptions;
}

/** Most passes over the core; each doubles its size. */
const ROUNDS = 3;

/** The choice bettered by solving exactly, with elastic rows, the units nearest to a tie, until it is near the bound. */
export function coreRounds(work: CoreWork, start: Int32Array, hooks: OptimiseHooks): Int32Array {
  const { coupled, prices, search, ceilings, options } = work;
  const { solver } = options;
  const penalty = elasticPenalty(coupled, search.multipliers, ceilings);
  let choice = start;
  for (let round = 0; round < ROUNDS && solver !== null && hooks.isCancelled?.() !== true; round++) {
    hooks.onProgress?.(0.8 + 0.05 * round, 'core');
    const value = priceSoft(coupled, choice, ceilings);
    if (round > 0 && options.core_size * 2 ** (round - 1) >= coupled.units.unit_count) break; // all were in it
    const close = search.bound - value <= 0.1 * options.target_gap * Math.abs(search.bound);
    if (close && hardRowsHold(coupled, choice)) break;
    const next = solveCore(coupled, prices, choice, {
      solver,
      core_size: options.core_size * 2 ** round,
      candidates_per_unit: 8,
      penalty,
      max_nodes: 200,
      value_accuracy: 1e-6 * Math.abs(search.bound),
    }).choice;
    if (next !== null && isBetter(coupled, next, choice, ceilings)) choice = next;
  }
  return choice;
}

/** Candidates per unit of the core with hard rows: the best ones, then more. */
const FIRM_CANDIDATES = [8, 40];

/**
 * Elastic rows may be left broken by a hair, where meeting them costs more than their price: the core again with
 * hard rows, from the choice found. The choice itself when that finds nothing.
 */
export function firmChoice(
  { coupled, prices, search, ceilings, options }: CoreWork,
  choice: Int32Array,
): Int32Array {
  if (options.solver === null) return choice;
  for (const candidates_per_unit of FIRM_CANDIDATES) {
    const next = solveCore(coupled, prices, choice, {
      solver: options.solver,
      core_size: options.core_size * 2 ** ROUNDS,
      candidates_per_unit,
      penalty: ceilings,
      max_nodes: 2_000,
      value_accuracy: 1e-5 * Math.abs(search.bound),
    }).choice;
    if (next !== null && hardRowsHold(coupled, next)) return next;
  }
  return choice;
}

/**
 * Prices of violation in the core: well above the multipliers, so that a rule is broken only when
 * the core cannot meet it; soft rules keep their own price.
 */
export function elasticPenalty(
  coupled: CoupledProblem,
  multipliers: Float64Array,
  ceilings: Ceilings,
): Float64Array {
  const { table, units, rows } = coupled;
  let value = 0;
  for (let unit = 0; unit < units.unit_count; unit++)
    value += Math.abs(table.value[table.start[unit] ?? 0] ?? 0);
  // What soft rules may cost never makes it worth breaking a hard one.
  let soft = 0;
  rows.forEach((row, r) => {
    if (!row.hard) soft = Math.max(soft, (ceilings[r] ?? 0) * row.scale);
  });
  return Float64Array.from(rows, (row, r) =>
    row.hard ? 10 * (multipliers[r] ?? 0) + (10 * value + 5 * soft) / row.scale : (ceilings[r] ?? 0),
  );
}
