import { buildCandidates } from './candidates.ts';
import { checkProblem } from './check-problem.ts';
import { type CoupledSolution, solveCoupled } from './coupled.ts';
import { dualBound, pricesOf } from './dual.ts';
import { explainInfeasibility, neededBudget } from './infeasibility.ts';
import { type Ceilings, priceSoft } from './outcome.ts';
import { checkPlan } from './plan.ts';
import type { CoupledProblem } from './repair.ts';
import { buildCoupling, type CouplingRow, type Resource } from './rows.ts';
import { ruleCosts } from './rule-cost.ts';
import {
  type ConstraintReport,
  isTarget,
  type MarkdownProblem,
  type OptimiseHooks,
  type OptimiseOptions,
  type OptimiseResult,
  type OptimiseStatus,
} from './types.ts';
import { buildUnits, type DecisionUnits } from './units.ts';
import { type PathPool, priceWide, wideUnits } from './wide.ts';

export const DEFAULT_OPTIMISE_OPTIONS: OptimiseOptions = {
  max_iterations: 200,
  core_columns: 200,
  exact_candidates: 4000,
  target_gap: 1e-3,
  soft_penalty: 5,
  solver: null,
  path_limit: 3000,
};

/** Above this many units expected sales are read from interpolated curves: a few millionths of the stock away. */
const LARGE_SCOPE = 5_000;
const INTERPOLATION_MARGIN = 1e-5;
/** Share of the work that valuing paths is, for the progress reported. */
const VALUES_SHARE = 0.3;
/** Times that paths are searched again at the rules' multipliers, where they are too many to list. */
const PRICING_ROUNDS = 3;

/**
 * Chooses one path of discounts per item, maximising the sum of the items' goals under the rules.
 * Never throws for a problem without solution: the status and `infeasibility` say so. Every answer
 * carries a bound that no plan can exceed. Synchronous and possibly long: run it in a worker thread.
 *
 * @throws RangeError when an array's length does not fit the counts, a number is not finite or a fixed level is outside
 * its item's shields: it names the item.
 */
export function optimise(
  problem: MarkdownProblem,
  options: Partial<OptimiseOptions> = {},
  hooks: OptimiseHooks = {},
): OptimiseResult {
  checkProblem(problem);
  const settings = { ...DEFAULT_OPTIMISE_OPTIONS, ...options };
  hooks.onProgress?.(0, 'values');
  if (problem.item_count === 0) return nothingToPlan(problem);
  const units = buildUnits(problem);
  const large = units.unit_count > LARGE_SCOPE;
  const { resources, rows: exactRows } = buildCoupling(problem);
  const rows = large ? exactRows.map(tighten) : exactRows;
  const search = { problem, units, resources, rows, large, settings, hooks };
  const { coupled, ceilings, solution } = searchPlan(search);
  // What tightening the limits cost the bound, given back at its price.
  rows.forEach((row, r) => {
    solution.bound += (solution.multipliers[r] ?? 0) * ((exactRows[r]?.limit ?? row.limit) - row.limit);
  });
  const plan = unfoldPlan(problem, units, coupled, solution.choice);
  hooks.onProgress?.(0.95, 'explain');
  const result = describe(problem, coupled, ceilings, solution, plan, settings, hooks);
  const complete =
    result.status === 'cancelled'
      ? result
      : withNeededBudgets(result, { problem, coupled, ceilings }, settings);
  hooks.onProgress?.(1, 'explain');
  return complete;
}

/** Without an item nothing is planned, and no rule binds. */
function nothingToPlan(problem: MarkdownProblem): OptimiseResult {
  const check = checkPlan(problem, new Uint8Array(0));
  return {
    status: 'empty',
    value: 0,
    bound: 0,
    gap: 0,
    plan: new Uint8Array(0),
    totals: check.totals,
    constraints: problem.constraints.map((constraint, index) => ({
      constraint,
      achieved: check.achieved[index] ?? 0,
      satisfied: check.satisfied[index] ?? true,
      shadow_price: 0,
      cost: 0,
      needed_budget: null,
    })),
    infeasibility: null,
    iterations: 0,
  };
}

interface PlanSearch {
  problem: MarkdownProblem;
  units: DecisionUnits;
  resources: readonly Resource[];
  rows: readonly CouplingRow[];
  large: boolean;
  settings: OptimiseOptions;
  hooks: OptimiseHooks;
}
interface FoundPlan {
  coupled: CoupledProblem;
  ceilings: Ceilings;
  solution: CoupledSolution;
}

/**
 * Values the paths, then chooses among them. Where paths are too many to list, those that the multipliers of
 * the rules call for are added and the choice is made again (column generation).
 */
function searchPlan(search: PlanSearch): FoundPlan {
  const { problem, units, resources, settings, hooks } = search;
  const wide = wideUnits(units, settings.path_limit);
  const pool: PathPool = new Map();
  let found = choosePlan(search, pool, hooks);
  for (let round = 0; wide.length > 0 && hooks.isCancelled?.() !== true; round++) {
    const { coupled, solution } = found;
    const prices = pricesOf(coupled, solution.multipliers);
    const pricing = priceWide(problem, units, resources, coupled.table, wide, prices);
    if (round === PRICING_ROUNDS || pricing.found.size === 0) {
      const bound = dualBound(coupled, prices, solution.multipliers) + pricing.bound_gain;
      solution.bound = Math.max(solution.bound, bound);
      return found;
    }
    for (const [unit, plans] of pricing.found) pool.set(unit, [...(pool.get(unit) ?? []), ...plans]);
    found = choosePlan(search, pool, { ...hooks, onProgress: () => undefined });
  }
  return found;
}

function choosePlan(search: PlanSearch, pool: PathPool, hooks: OptimiseHooks): FoundPlan {
  const { problem, units, resources, rows, large, settings } = search;
  const isCancelled = hooks.isCancelled ?? (() => false);
  const table = buildCandidates(problem, units, resources, {
    interpolate: large,
    path_limit: settings.path_limit,
    pool,
    isCancelled,
    onProgress: (share) => hooks.onProgress?.(VALUES_SHARE * share, 'values'),
  });
  const coupled: CoupledProblem = { table, units, rows, level_count: problem.levels.length };
  const ceilings = softCeilings(coupled, settings.soft_penalty);
  if (isCancelled()) return { coupled, ceilings, solution: startingSolution(coupled) };
  hooks.onProgress?.(VALUES_SHARE, 'multipliers');
  return { coupled, ceilings, solution: solveCoupled(coupled, ceilings, settings, hooks) };
}

/** The first candidate of each unit: what a search cancelled before it began leaves. */
function startingSolution({ table, units, rows }: CoupledProblem): CoupledSolution {
  return {
    choice: table.start.slice(0, units.unit_count),
    bound: Number.POSITIVE_INFINITY,
    multipliers: new Float64Array(rows.length),
    holds: false,
    impossible: false,
    iterations: 0,
  };
}

/** A limit on amounts, a hair tighter, so that interpolated sales cannot break it once recomputed exactly. */
function tighten(row: CouplingRow): CouplingRow {
  // A floor of merit may stand near zero while its amounts are large: its scale says how large.
  const size = row.scale > 1 ? row.scale : Math.abs(row.limit);
  return row.kind === 'resource' ? { ...row, limit: row.limit - INTERPOLATION_MARGIN * size } : row;
}

function describe(
  problem: MarkdownProblem,
  coupled: CoupledProblem,
  ceilings: Ceilings,
  solution: CoupledSolution,
  plan: Uint8Array,
  settings: OptimiseOptions,
  hooks: OptimiseHooks,
): OptimiseResult {
  const check = checkPlan(problem, plan);
  const reached = priceSoft(coupled, solution.choice, ceilings);
  const gap = Number.isFinite(solution.bound)
    ? Math.max(0, solution.bound - reached) / Math.max(Math.abs(solution.bound), 1e-9)
    : Number.POSITIVE_INFINITY;
  const status = statusOf(solution, coupled.units, gap, settings, hooks);
  const isSettled = status === 'optimal' || status === 'feasible';
  const costs = isSettled ? ruleCosts(problem.constraints, coupled, solution.multipliers, ceilings) : [];
  // Écoulement is searched through its own scale (99 % of the attainable); figures shown are plain sums.
  const value = check.goal_value;
  return {
    status,
    value,
    bound: status === 'infeasible' ? solution.bound : value + Math.max(0, solution.bound - reached),
    gap: status === 'infeasible' ? Number.POSITIVE_INFINITY : gap,
    plan,
    totals: check.totals,
    constraints: problem.constraints.map((constraint, index) =>
      report(constraint, index, check, coupled.rows, solution, costs[index] ?? 0),
    ),
    infeasibility:
      status === 'infeasible'
        ? explainInfeasibility(problem, coupled, solution.choice, ceilings, settings, hooks)
        : null,
    iterations: solution.iterations,
  };
}

function statusOf(
  solution: CoupledSolution,
  units: DecisionUnits,
  gap: number,
  settings: OptimiseOptions,
  hooks: OptimiseHooks,
): OptimiseStatus {
  if (hooks.isCancelled?.() === true) return 'cancelled';
  if (!solution.holds || units.blocked.length > 0) return 'infeasible';
  return gap <= settings.target_gap ? 'optimal' : 'feasible';
}

function report(
  constraint: MarkdownProblem['constraints'][number],
  index: number,
  check: ReturnType<typeof checkPlan>,
  rows: readonly CouplingRow[],
  solution: CoupledSolution,
  cost: number,
): ConstraintReport {
  let price = 0;
  rows.forEach((row, r) => {
    if (row.constraint === index) price += solution.multipliers[r] ?? 0;
  });
  return {
    constraint,
    achieved: check.achieved[index] ?? 0,
    satisfied: check.satisfied[index] ?? false,
    shadow_price: price,
    cost,
    needed_budget: null,
  };
}

/** Says, for each target that the plan misses, the budget with which it could be met. */
function withNeededBudgets(
  result: OptimiseResult,
  { problem, coupled, ceilings }: Pick<FoundPlan, 'coupled' | 'ceilings'> & { problem: MarkdownProblem },
  settings: OptimiseOptions,
): OptimiseResult {
  const isMissed = ({ constraint, satisfied }: ConstraintReport) => !satisfied && isTarget(constraint);
  const budgets = result.infeasibility?.relaxations.filter(
    ({ constraint, with: others }) =>
      problem.constraints[constraint]?.kind === 'budget' && others.length === 0,
  );
  // What is enough for every rule that must hold is enough for the target where it is one of them.
  const isHard = ({ constraint }: ConstraintReport) => constraint.kind !== 'sell_through' || constraint.hard;
  const constraints = result.constraints.map((report, target) => {
    if (!isMissed(report)) return report;
    const known = isHard(report) ? budgets?.[0]?.needed : null;
    const needed_budget = known ?? neededBudget(problem, coupled, target, ceilings, settings);
    return { ...report, needed_budget };
  });
  return { ...result, constraints };
}

/** Multiplier of a soft rule at most: the penalty, spread over the whole amount asked. */
function softCeilings(coupled: CoupledProblem, penalty: number): Ceilings {
  const { table, units, rows } = coupled;
  let size = 0;
  for (let unit = 0; unit < units.unit_count; unit++) {
    let best = 0;
    for (let c = table.start[unit] ?? 0; c < (table.start[unit + 1] ?? 0); c++)
      best = Math.max(best, Math.abs(table.value[c] ?? 0));
    size += best;
  }
  return Float64Array.from(rows, (row) =>
    row.hard ? Number.POSITIVE_INFINITY : (penalty * size) / row.scale,
  );
}

function unfoldPlan(
  problem: MarkdownProblem,
  units: DecisionUnits,
  coupled: CoupledProblem,
  choice: Int32Array,
): Uint8Array {
  const phases = problem.phase_count;
  const plan = new Uint8Array(problem.item_count * phases);
  for (let unit = 0; unit < units.unit_count; unit++) {
    const from = (choice[unit] ?? 0) * phases;
    const path = coupled.table.plan.subarray(from, from + phases);
    for (let slot = units.start[unit] ?? 0; slot < (units.start[unit + 1] ?? 0); slot++)
      plan.set(path, (units.members[slot] ?? 0) * phases);
  }
  return plan;
}
