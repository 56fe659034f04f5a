import { expectedSales, profitAfterLeftovers, ratio as ratioOf } from '@palier/domain';
import {
  basePriceAt,
  isBelowCostAt,
  isOffered,
  lastPhases,
  phasesByProject,
  priceAt,
  projectOf,
} from './level-prices.ts';
import { quotaBounds } from './rows.ts';
import type { Constraint, MarkdownProblem, PlanTotals } from './types.ts';

/** A plan recomputed from the problem alone: nothing is shared with the search. */
export interface PlanCheck {
  /** Sum of each item's goal, as the formulas of the goals write it. */
  goal_value: number;
  totals: PlanTotals;
  /** The same, project by project. */
  projects: PlanTotals[];
  /** What each rule reaches, in its own unit, and whether it holds. */
  achieved: number[];
  satisfied: boolean[];
  /** Items whose path goes down, leaves its shields, takes a level that is not offered or open, its fixed level, its group, or sells below cost. */
  broken_items: number[];
}

/** Relative tolerance on amounts: sums over a million products are compared. */
const TOLERANCE = 1e-7;

/** Recomputes totals, rules and shields of a plan (levels of item i in phase p at `i * P + p`). */
export function checkPlan(problem: MarkdownProblem, plan: Uint8Array): PlanCheck {
  const projects = phasesByProject(problem).map(() => emptySums(problem));
  for (let item = 0; item < problem.item_count; item++) {
    const sums = projects[projectOf(problem, item)];
    if (sums) addItem(problem, plan, item, sums);
  }
  const all = projects.reduce(mergeSums, emptySums(problem));
  const measures = problem.constraints.map((rule) =>
    measure(
      rule,
      problem,
      rule.project === undefined ? projects : projects.slice(rule.project, rule.project + 1),
    ),
  );
  return {
    goal_value: all.goal,
    totals: totalsOf(all),
    projects: projects.map(totalsOf),
    achieved: measures.map((m) => m.achieved),
    satisfied: measures.map((m) => m.satisfied),
    broken_items: brokenItems(problem, plan),
  };
}

/** Sums over the items of a project. */
interface PlanSums {
  units: number;
  sales: number;
  profit: number;
  profit_after_leftovers: number;
  cogs: number;
  discount_amount: number;
  gross: number;
  goal: number;
  items: number;
  stock: number;
  season_sold: number;
  season_available: number;
  units_by_phase: Float64Array;
  budget_by_phase: Float64Array;
  count_at: Float64Array;
  stock_at: Float64Array;
}

const emptySums = ({ phase_count, levels }: MarkdownProblem): PlanSums => ({
  units: 0,
  sales: 0,
  profit: 0,
  profit_after_leftovers: 0,
  cogs: 0,
  discount_amount: 0,
  gross: 0,
  goal: 0,
  items: 0,
  stock: 0,
  season_sold: 0,
  season_available: 0,
  units_by_phase: new Float64Array(phase_count),
  budget_by_phase: new Float64Array(phase_count),
  count_at: new Float64Array(levels.length),
  stock_at: new Float64Array(levels.length),
});

function mergeSums(total: PlanSums, more: PlanSums): PlanSums {
  const merged: PlanSums = { ...total };
  for (const name of SCALARS) merged[name] += more[name];
  for (const name of VECTORS) merged[name] = total[name].map((value, n) => value + (more[name][n] ?? 0));
  return merged;
}
const SCALARS = [
  'units',
  'sales',
  'profit',
  'profit_after_leftovers',
  'cogs',
  'discount_amount',
  'gross',
  'goal',
  'items',
  'stock',
  'season_sold',
  'season_available',
] as const;
const VECTORS = ['units_by_phase', 'budget_by_phase', 'count_at', 'stock_at'] as const;

function totalsOf(sums: PlanSums): PlanTotals {
  const { units, sales, profit, profit_after_leftovers, cogs, discount_amount } = sums;
  return {
    ...{ units, sales, profit, profit_after_leftovers, cogs, discount_amount },
    residual_stock: sums.stock - units,
    sell_through: ratio(sums.season_sold + units, sums.season_available),
    mean_discount: ratio(discount_amount, sums.gross),
  };
}

function addItem(problem: MarkdownProblem, plan: Uint8Array, item: number, sums: PlanSums): void {
  const levels = problem.levels.length;
  const phases = phasesByProject(problem)[projectOf(problem, item)] ?? problem.phase_count;
  const price = problem.price[item] ?? 0;
  const cost = problem.cost[item] ?? 0;
  const residual = problem.residual_value[item] ?? 1;
  const held = problem.stock[item] ?? 0;
  const first = plan[item * problem.phase_count] ?? 0;
  const already = problem.season_sold?.[item] ?? 0;
  sums.items++;
  sums.stock += held;
  sums.season_sold += already;
  sums.season_available += problem.season_available?.[item] ?? already + held;
  sums.count_at[first] = (sums.count_at[first] ?? 0) + 1;
  sums.stock_at[first] = (sums.stock_at[first] ?? 0) + held;
  let profit = 0;
  let mean = 0;
  let before = 0;
  for (let phase = 0; phase < phases; phase++) {
    const level = plan[item * problem.phase_count + phase] ?? 0;
    const reduced = priceAt(problem, item, level);
    const net = basePriceAt(problem, item, level);
    mean += problem.phase_mean[(item * problem.phase_count + phase) * levels + level] ?? 0;
    const after = expectedSales(problem.dispersion[item] ?? 1, mean, held);
    const units = after - before;
    before = after;
    sums.units_by_phase[phase] = (sums.units_by_phase[phase] ?? 0) + units;
    sums.budget_by_phase[phase] = (sums.budget_by_phase[phase] ?? 0) + (price - reduced) * units;
    sums.units += units;
    sums.sales += reduced * units;
    sums.cogs += cost * units;
    sums.discount_amount += (price - reduced) * units;
    sums.gross += price * units;
    const goal = problem.goal[item] ?? 0;
    sums.goal += (goal === 1 ? reduced : goal === 2 ? cost : net - residual * cost) * units;
    profit += (net - cost) * units;
  }
  sums.profit += profit;
  sums.profit_after_leftovers += profitAfterLeftovers(profit, residual, cost, held - before);
}

function measure(
  rule: Constraint,
  problem: MarkdownProblem,
  projects: readonly PlanSums[],
): { achieved: number; satisfied: boolean } {
  const total = (of: (sums: PlanSums) => number) => projects.reduce((sum, sums) => sum + of(sums), 0);
  const close = (amount: number) => TOLERANCE * Math.max(1, Math.abs(amount));
  /** Summed up to each project's own last phase that counts. */
  const until = (name: 'units_by_phase' | 'budget_by_phase', by: number | readonly number[] | undefined) => {
    const last = lastPhases(problem, by);
    return projects.reduce((sum, sums, n) => {
      const end = (last[rule.project ?? n] ?? 0) + 1;
      return sum + sums[name].subarray(0, end).reduce((amount, value) => amount + value, 0);
    }, 0);
  };
  if (rule.kind === 'budget') {
    const achieved = until('budget_by_phase', rule.by_phase);
    return { achieved, satisfied: achieved <= rule.max_amount + close(rule.max_amount) };
  }
  if (rule.kind === 'min_profit' || rule.kind === 'min_merit') {
    const isMerit = rule.kind === 'min_merit';
    const achieved = total(({ profit, profit_after_leftovers }) =>
      isMerit ? profit_after_leftovers : profit,
    );
    return { achieved, satisfied: achieved >= rule.min_amount - close(rule.min_amount) };
  }
  if (rule.kind === 'sell_through') {
    const sold = total(({ season_sold }) => season_sold) + until('units_by_phase', rule.by_phase);
    const achieved = ratio(
      sold,
      total(({ season_available }) => season_available),
    );
    return { achieved, satisfied: achieved >= rule.min_share - TOLERANCE };
  }
  const byCount = rule.kind === 'count_quota';
  const whole = total(({ items, stock }) => (byCount ? items : stock));
  const amount = total(({ count_at, stock_at }) => (byCount ? count_at : stock_at)[rule.level] ?? 0);
  const [least, most] = quotaBounds(rule, whole);
  const slack = TOLERANCE * Math.max(1, whole);
  return { achieved: ratio(amount, whole), satisfied: amount >= least - slack && amount <= most + slack };
}

function brokenItems(problem: MarkdownProblem, plan: Uint8Array): number[] {
  const phases = problem.phase_count;
  const broken: number[] = [];
  const leader = new Map<number, number>();
  for (let item = 0; item < problem.item_count; item++) {
    const group = problem.group?.[item] ?? -1;
    const first = group < 0 ? item : (leader.get(group) ?? item);
    if (group >= 0) leader.set(group, first);
    const fixed = problem.fixed_level[item] ?? -1;
    let least = Math.max(problem.min_level[item] ?? 0, problem.previous_level[item] ?? 0);
    let holds = true;
    const own = phasesByProject(problem)[projectOf(problem, item)] ?? phases;
    let first_discount = -1;
    for (let phase = 0; phase < own && holds; phase++) {
      const level = plan[item * phases + phase] ?? 0;
      holds = plan[first * phases + phase] === level && isOffered(problem, item, level);
      if (first_discount < 0 && (problem.levels[level] ?? 0) > 0) first_discount = phase;
      if (fixed >= 0 && phase === 0) holds &&= level === fixed;
      else holds &&= level >= least;
      if (level !== fixed) {
        holds &&= level <= (problem.max_level[item] ?? 0);
        holds &&= problem.never_below_cost?.[item] !== 1 || !isBelowCostAt(problem, item, level);
        const open = problem.open_levels?.[(item * phases + first_discount) * phases + phase];
        holds &&= first_discount < 0 || open === undefined || Math.floor(open / 2 ** level) % 2 === 1;
      }
      least = fixed >= 0 && phase === 0 ? fixed : level;
    }
    if (!holds) broken.push(item);
  }
  return broken;
}

function ratio(part: number, whole: number): number {
  return ratioOf(part, whole) ?? 0;
}
