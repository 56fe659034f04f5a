import { type CoreOptions, isBetter, solveCore } from './core.ts';
import { coreRounds, elasticPenalty, firmChoice } from './core-rounds.ts';
import { choosePriced, measureChoice, pricedScore, pricesOf, violations } from './dual.ts';
import { type MultiplierSearch, searchMultipliers } from './multipliers.ts';
import { type Ceilings, hardRowsHold, priceSoft } from './outcome.ts';
import { polishChoice } from './polish.ts';
import { assignQuotas } from './quota.ts';
import { type CoupledProblem, improveChoice, repairChoice } from './repair.ts';
import type { OptimiseHooks, OptimiseOptions } from './types.ts';
import { findMultipliers, type WholeSearch } from './whole-search.ts';

export interface CoupledSolution {
  choice: Int32Array;
  /** Bound of value less the price of soft violations. */
  bound: number;
  /** Multipliers of the rows, value per unit. */
  multipliers: Float64Array;
  /** Every hard rule holds. */
  holds: boolean;
  /** A proof that no choice meets the hard rules was found. */
  impossible: boolean;
  iterations: number;
}

/** Maximises the value over one candidate per unit under the rows; picks the method by size and rules. */
export function solveCoupled(
  coupled: CoupledProblem,
  ceilings: Ceilings,
  options: OptimiseOptions,
  hooks: OptimiseHooks,
): CoupledSolution {
  const { table, units, rows } = coupled;
  const free = new Int32Array(units.unit_count);
  const zero = new Float64Array(rows.length);
  const bound = choosePriced(table, units, pricesOf(coupled, zero), free);
  const { activity } = measureChoice(table, units, rows, free);
  if (violations(rows, activity).every((excess) => excess === 0))
    return { choice: free, bound, multipliers: zero, holds: true, impossible: false, iterations: 0 };
  const candidates = table.start[units.unit_count] ?? 0;
  if (options.solver !== null && candidates <= Math.min(options.exact_candidates, SMALL_CANDIDATES)) {
    const exact = solveExactly(coupled, ceilings, options, free);
    if (exact !== null) return exact;
  }
  if (rows.every((row) => row.kind === 'count') && isOneQuota(coupled))
    return solveQuotas(coupled, ceilings, hooks);
  return solveByMultipliers(coupled, ceilings, options, hooks);
}

/** Up to this many candidates the exact solver answers at once. */
export const SMALL_CANDIDATES = 500;

/** Count quotas are exact where each unit is one product, and they are all about all projects together. */
function isOneQuota({ units, rows }: CoupledProblem): boolean {
  return (
    units.weight.every((weight) => weight === 1) &&
    rows.every(({ kind, project }) => kind !== 'count' || project < 0 || units.phases.length === 1)
  );
}

/** The whole problem to the solver, with hard rows; null when it must be approached otherwise. */
function solveExactly(
  coupled: CoupledProblem,
  ceilings: Ceilings,
  options: OptimiseOptions,
  start: Int32Array,
): CoupledSolution | null {
  if (options.solver === null) return null;
  const multipliers = searchMultipliers(coupled, {
    max_iterations: 40,
    accuracy: 1e-6,
    ceiling: ceilings,
    starts: [],
    isCancelled: () => false,
    onIteration: () => undefined,
  });
  const prices = pricesOf(coupled, multipliers.multipliers);
  const core: CoreOptions = {
    solver: options.solver,
    columns: Number.POSITIVE_INFINITY,
    most_loss: Number.POSITIVE_INFINITY,
    outside: null,
    penalty: ceilings,
    max_nodes: 20_000,
    value_accuracy: 1e-7 * Math.abs(multipliers.bound),
  };
  const exact = solveCore(coupled, prices, { ...core, to_the_limit: true });
  const { solution } = exact;
  if (solution.status === 'infeasible') {
    const elastic = {
      ...core,
      penalty: elasticPenalty(coupled, multipliers.multipliers, ceilings),
      max_nodes: 200,
      value_accuracy: 1e-4 * Math.abs(multipliers.bound),
    };
    const closest = solveCore(coupled, prices, elastic).choice ?? start;
    return { ...multipliers, choice: closest, holds: false, impossible: true };
  }
  if (exact.choice === null || solution.status === 'failed') return null;
  const best = priceSoft(coupled, exact.choice, ceilings) + core.value_accuracy;
  const bound = solution.status === 'optimal' ? Math.min(multipliers.bound, best) : multipliers.bound;
  // What the solver's tolerance took beyond a limit is looked for again a hair inside.
  const choice = hardRowsHold(coupled, exact.choice) ? exact.choice : solveCore(coupled, prices, core).choice;
  if (choice === null || !hardRowsHold(coupled, choice)) return null;
  return { ...multipliers, choice, bound, holds: true, impossible: false };
}

/** Count quotas alone: exact. Multipliers only warm the start, so a loose search is enough. */
function solveQuotas(coupled: CoupledProblem, ceilings: Ceilings, hooks: OptimiseHooks): CoupledSolution {
  const { table, units, rows } = coupled;
  const search = findMultipliers(coupled, ceilings, { max_iterations: 40, accuracy: 1e-5 }, hooks);
  hooks.onProgress?.(0.85, 'assignment');
  const { choice, missing } = quotaStep(coupled, search.multipliers);
  const { value } = measureChoice(table, units, rows, choice);
  return {
    ...search,
    choice,
    bound: missing === 0 ? value : search.bound,
    holds: missing === 0,
    impossible: missing > 0,
  };
}

/** Exact quota step on the best priced candidate of each unit and level. */
function quotaStep(
  coupled: CoupledProblem,
  multipliers: Float64Array,
): { choice: Int32Array; missing: number } {
  const { table, units, rows, level_count: levels } = coupled;
  const prices = pricesOf(coupled, multipliers);
  const start = prices.count.slice(0, levels);
  const others = { ...prices, count: new Float64Array(prices.count.length) };
  const value = new Float64Array(units.unit_count * levels).fill(Number.NEGATIVE_INFINITY);
  const best = new Int32Array(units.unit_count * levels).fill(-1);
  for (let unit = 0; unit < units.unit_count; unit++) {
    for (let c = table.start[unit] ?? 0; c < (table.start[unit + 1] ?? 0); c++) {
      const at = unit * levels + (table.level[c] ?? 0);
      const score = pricedScore(table, units, others, unit, c);
      if (score > (value[at] ?? 0)) {
        value[at] = score;
        best[at] = c;
      }
    }
  }
  const least = new Float64Array(levels);
  const most = new Float64Array(levels).fill(units.unit_count);
  for (const row of rows) {
    if (row.kind !== 'count') continue;
    if (row.sign > 0) most[row.index] = Math.min(most[row.index] ?? 0, row.limit);
    else least[row.index] = Math.max(least[row.index] ?? 0, -row.limit);
  }
  const solution = assignQuotas({
    unit_count: units.unit_count,
    level_count: levels,
    value,
    least,
    most,
    start,
  });
  const choice = Int32Array.from(solution.level, (level, unit) => best[unit * levels + level] ?? 0);
  return { choice, missing: solution.missing };
}

function solveByMultipliers(
  coupled: CoupledProblem,
  ceilings: Ceilings,
  options: OptimiseOptions,
  hooks: OptimiseHooks,
): CoupledSolution {
  const isCancelled = hooks.isCancelled ?? (() => false);
  const search = findMultipliers(
    coupled,
    ceilings,
    { max_iterations: options.max_iterations, accuracy: 1e-6 },
    hooks,
  );
  hooks.onProgress?.(0.7, 'assignment');
  const prices = pricesOf(coupled, search.multipliers);
  let choice = polish(coupled, search, ceilings, wholeChoice(coupled, search, ceilings));
  const core = { coupled, prices, search, ceilings, options };
  // Rules that cannot hold together are proved so in moments; the exact solver would search in vain.
  let impossible = !hardRowsHold(coupled, choice) && provesImpossible(coupled);
  if (!impossible) choice = coreRounds(core, choice, hooks);
  let holds = hardRowsHold(coupled, choice);
  impossible &&= !holds;
  if (!holds && !impossible && options.solver !== null && !isCancelled()) {
    choice = firmChoice(core, choice);
    holds = hardRowsHold(coupled, choice);
  }
  const gap = (search.bound - priceSoft(coupled, choice, ceilings)) / Math.max(Math.abs(search.bound), 1e-9);
  if (holds && gap > 0.1 * options.target_gap) improveChoice(coupled, choice);
  return { ...search, choice, holds, impossible };
}

/** How far inside the rules the mix is rounded, in turn, until they hold. */
const MARGINS = [0.5, 1.5, 5];

/** The best mix of plans, rounded; where that breaks rules, the choice at the multipliers if it breaks them less. */
function wholeChoice(coupled: CoupledProblem, search: WholeSearch, ceilings: Ceilings): Int32Array {
  const prices = pricesOf(coupled, search.multipliers);
  const round = search.openRounding();
  const found: Int32Array[] = [];
  for (const margin of MARGINS) {
    const rounded = round(margin);
    if (repairChoice(coupled, prices, rounded)) return rounded;
    found.push(rounded);
  }
  const hasCounts = coupled.rows.some((row) => row.kind === 'count');
  const choice =
    hasCounts && isOneQuota(coupled) ? quotaStep(coupled, search.multipliers).choice : search.choice;
  repairChoice(coupled, prices, choice);
  return found.reduce((best, next) => (isBetter(coupled, next, best, ceilings) ? next : best), choice);
}

/** Share of the bound within which a choice is good enough not to be looked at again. */
const POLISHED = 2e-5;

/** The choice, polished where it breaks a rule or is still far from the bound. */
function polish(
  coupled: CoupledProblem,
  search: MultiplierSearch,
  ceilings: Ceilings,
  choice: Int32Array,
): Int32Array {
  const enough = search.bound - POLISHED * Math.abs(search.bound);
  if (hardRowsHold(coupled, choice) && priceSoft(coupled, choice, ceilings) >= enough) return choice;
  const next = choice.slice();
  const penalty = elasticPenalty(coupled, search.multipliers, ceilings);
  polishChoice(coupled, pricesOf(coupled, search.multipliers), next, { penalty, enough });
  return isBetter(coupled, next, choice, ceilings) ? next : choice;
}

/** True when even the mix of plans that breaks the hard rules least breaks them: a dual proof. */
function provesImpossible(coupled: CoupledProblem): boolean {
  return leastViolation(coupled).bound < -1e-9;
}

/**
 * Multipliers of the hard rules when only their violation counts: a negative bound proves that they cannot all
 * hold, and the rules with a multiplier are the ones that clash. One entry per row, 0 for soft ones.
 */
export function leastViolation(coupled: CoupledProblem): { bound: number; multipliers: Float64Array } {
  const silent = { ...coupled.table, value: new Float64Array(coupled.table.value.length) };
  const { bound, multipliers } = searchMultipliers(
    { ...coupled, table: silent },
    {
      max_iterations: 60,
      accuracy: 1e-6,
      ceiling: Float64Array.from(coupled.rows, (row) => (row.hard ? 1 / row.scale : 0)),
      starts: [],
      isCancelled: () => false,
      onIteration: () => undefined,
    },
  );
  return { bound, multipliers };
}
