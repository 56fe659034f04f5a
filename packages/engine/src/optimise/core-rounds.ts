import { isBetter, solveCore } from './core.ts';
import type { Prices } from './dual.ts';
import type { MultiplierSearch } from './multipliers.ts';
import { type Ceilings, hardRowsHold, priceSoft } from './outcome.ts';
import type { CoupledProblem } from './repair.ts';
import type { OptimiseHooks, OptimiseOptions } from './types.ts';

/** Share of the target gap within which a choice is good enough. */
const NEAR_BOUND = 0.1;

/** What the passes over the core share: the problem, its multipliers and their prices, and the limits. */
export interface CoreWork {
  coupled: CoupledProblem;
  prices: Prices;
  search: MultiplierSearch;
  ceilings: Ceilings;
  options: OptimiseOptions;
}

/** Candidates of the core in each pass, in shares of `core_columns`. */
const GROWTH = [1, 3, 8];
/** The same where a rule is broken: what is near the plan found is then searched wider. */
const BROKEN_GROWTH = [16, 32, 64];
/** After the first pass, a choice this many times farther from the bound is good enough: whole plans seldom reach it. */
const LESS_WANTED = 2.5;

/** The choice bettered by solving exactly, with elastic rows, what is nearest to a tie, until it is near the bound. */
export function coreRounds(work: CoreWork, start: Int32Array, hooks: OptimiseHooks): Int32Array {
  const { coupled, prices, search, ceilings, options } = work;
  const { solver } = options;
  const penalty = elasticPenalty(coupled, search.multipliers, ceilings);
  const enough = NEAR_BOUND * options.target_gap * Math.abs(search.bound);
  let choice = start;
  for (let round = 0; round < GROWTH.length && solver !== null && hooks.isCancelled?.() !== true; round++) {
    hooks.onProgress?.(0.8 + 0.05 * round, 'core');
    const left = search.bound - priceSoft(coupled, choice, ceilings);
    const holds = hardRowsHold(coupled, choice);
    if (holds && left <= enough * (round === 0 ? 1 : LESS_WANTED)) break;
    const next = solveCore(coupled, prices, {
      solver,
      columns: options.core_columns * ((holds ? GROWTH : BROKEN_GROWTH)[round] ?? 1),
      most_loss: holds ? left : Number.POSITIVE_INFINITY,
      outside: holds ? null : choice,
      penalty,
      max_nodes: holds ? 20 : 200,
      value_accuracy: 0.3 * enough,
    }).choice;
    if (next !== null && isBetter(coupled, next, choice, ceilings)) choice = next;
  }
  return choice;
}

/** Candidates of the core with hard rows, in the same shares: some, then more. */
const FIRM_GROWTH = [16, 128];

/**
 * Elastic rows may be left broken by a hair, where meeting them costs more than their price: the core again with
 * hard rows, from the choice found. The choice itself when that finds nothing.
 */
export function firmChoice(
  { coupled, prices, search, ceilings, options }: CoreWork,
  choice: Int32Array,
): Int32Array {
  if (options.solver === null) return choice;
  for (const growth of FIRM_GROWTH) {
    const next = solveCore(coupled, prices, {
      solver: options.solver,
      columns: options.core_columns * growth,
      most_loss: Number.POSITIVE_INFINITY,
      outside: choice,
      penalty: ceilings,
      max_nodes: 300,
      value_accuracy: 1e-5 * Math.abs(search.bound),
      to_the_limit: true,
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
