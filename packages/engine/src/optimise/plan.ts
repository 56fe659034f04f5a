import { profitAfterLeftovers } from '@palier/domain';
import { expectedSales } from '../numeric/negative-binomial.ts';
import { quotaBounds, seasonUnits } from './rows.ts';
import type { Constraint, MarkdownProblem, PlanTotals } from './types.ts';
import { isBelowCost } from './units.ts';

/** A plan recomputed from the problem alone: nothing is shared with the search. */
export interface PlanCheck {
  /** Sum of each item's goal, as the formulas of the goals write it. */
  goal_value: number;
  totals: PlanTotals;
  /** What each rule reaches, in its own unit, and whether it holds. */
  achieved: number[];
  satisfied: boolean[];
  /** Items whose path goes down, leaves its shields, its fixed level, its group, or sells below cost. */
  broken_items: number[];
}

/** Relative tolerance on amounts: sums over a million products are compared. */
const TOLERANCE = 1e-7;

/** Recomputes totals, rules and shields of a plan (levels of item i in phase p at `i * P + p`). */
export function checkPlan(problem: MarkdownProblem, plan: Uint8Array): PlanCheck {
  const phases = problem.phase_count;
  const unitsByPhase = new Float64Array(phases);
  const budgetByPhase = new Float64Array(phases);
  const countAt = new Float64Array(problem.levels.length);
  const stockAt = new Float64Array(problem.levels.length);
  const sums: PlanSums = {
    units: 0,
    sales: 0,
    profit: 0,
    profit_after_leftovers: 0,
    cogs: 0,
    discount_amount: 0,
    gross: 0,
    goal: 0,
  };
  let stock = 0;
  const { sold, available } = seasonUnits(problem);
  for (let item = 0; item < problem.item_count; item++) {
    const held = problem.stock[item] ?? 0;
    const first = plan[item * phases] ?? 0;
    countAt[first] = (countAt[first] ?? 0) + 1;
    stockAt[first] = (stockAt[first] ?? 0) + held;
    stock += held;
    addItem(problem, plan, item, { units: unitsByPhase, budget: budgetByPhase }, sums);
  }
  const totals: PlanTotals = {
    units: sums.units,
    sales: sums.sales,
    profit: sums.profit,
    profit_after_leftovers: sums.profit_after_leftovers,
    cogs: sums.cogs,
    discount_amount: sums.discount_amount,
    residual_stock: stock - sums.units,
    sell_through: ratio(sold + sums.units, available),
    mean_discount: ratio(sums.discount_amount, sums.gross),
  };
  const upTo = (byPhase: Float64Array) => (phase: number | undefined) =>
    byPhase.slice(0, (phase ?? phases - 1) + 1).reduce((total, amount) => total + amount, 0);
  const reached = {
    countAt,
    stockAt,
    stock,
    sold,
    available,
    soldBy: upTo(unitsByPhase),
    spentBy: upTo(budgetByPhase),
  };
  const measures = problem.constraints.map((rule) => measure(rule, problem, { ...reached, totals }));
  return {
    goal_value: sums.goal,
    totals,
    achieved: measures.map((m) => m.achieved),
    satisfied: measures.map((m) => m.satisfied),
    broken_items: brokenItems(problem, plan),
  };
}

interface PlanSums {
  units: number;
  sales: number;
  profit: number;
  profit_after_leftovers: number;
  cogs: number;
  discount_amount: number;
  gross: number;
  goal: number;
}

function addItem(
  problem: MarkdownProblem,
  plan: Uint8Array,
  item: number,
  byPhase: { units: Float64Array; budget: Float64Array },
  sums: PlanSums,
): void {
  const levels = problem.levels.length;
  const price = problem.price[item] ?? 0;
  const base = problem.base_price[item] ?? 0;
  const cost = problem.cost[item] ?? 0;
  const residual = problem.residual_value[item] ?? 1;
  let profit = 0;
  let mean = 0;
  let before = 0;
  for (let phase = 0; phase < problem.phase_count; phase++) {
    const level = plan[item * problem.phase_count + phase] ?? 0;
    const discount = problem.levels[level] ?? 0;
    mean += problem.phase_mean[(item * problem.phase_count + phase) * levels + level] ?? 0;
    const after = expectedSales(problem.dispersion[item] ?? 1, mean, problem.stock[item] ?? 0);
    const units = after - before;
    before = after;
    byPhase.units[phase] = (byPhase.units[phase] ?? 0) + units;
    byPhase.budget[phase] = (byPhase.budget[phase] ?? 0) + price * discount * units;
    sums.units += units;
    sums.sales += price * (1 - discount) * units;
    sums.cogs += cost * units;
    sums.discount_amount += price * discount * units;
    sums.gross += price * units;
    const goal = problem.goal[item] ?? 0;
    const worth =
      goal === 1 ? price * (1 - discount) : goal === 2 ? cost : base * (1 - discount) - residual * cost;
    sums.goal += worth * units;
    profit += (base * (1 - discount) - cost) * units;
  }
  sums.profit += profit;
  const left = (problem.stock[item] ?? 0) - before;
  sums.profit_after_leftovers += profitAfterLeftovers(profit, residual, cost, left);
}

interface Measured {
  countAt: Float64Array;
  stockAt: Float64Array;
  stock: number;
  sold: number;
  available: number;
  /** Units sold and discounts given up to the end of a phase (all of them when undefined). */
  soldBy: (phase: number | undefined) => number;
  spentBy: (phase: number | undefined) => number;
  totals: PlanTotals;
}

function measure(
  rule: Constraint,
  problem: MarkdownProblem,
  m: Measured,
): { achieved: number; satisfied: boolean } {
  if (rule.kind === 'budget') {
    const achieved = m.spentBy(rule.by_phase);
    return {
      achieved,
      satisfied: achieved <= rule.max_amount + TOLERANCE * Math.max(1, Math.abs(rule.max_amount)),
    };
  }
  if (rule.kind === 'min_profit') {
    const achieved = m.totals.profit;
    return {
      achieved,
      satisfied: achieved >= rule.min_amount - TOLERANCE * Math.max(1, Math.abs(rule.min_amount)),
    };
  }
  if (rule.kind === 'sell_through') {
    const achieved = ratio(m.sold + m.soldBy(rule.by_phase), m.available);
    return { achieved, satisfied: achieved >= rule.min_share - TOLERANCE };
  }
  const total = rule.kind === 'count_quota' ? problem.item_count : m.stock;
  const amount = (rule.kind === 'count_quota' ? m.countAt : m.stockAt)[rule.level] ?? 0;
  const [least, most] = quotaBounds(rule, total);
  const slack = TOLERANCE * Math.max(1, total);
  return { achieved: ratio(amount, total), satisfied: amount >= least - slack && amount <= most + slack };
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
    for (let phase = 0; phase < phases && holds; phase++) {
      const level = plan[item * phases + phase] ?? 0;
      holds = plan[first * phases + phase] === level;
      if (fixed >= 0 && phase === 0) holds &&= level === fixed;
      else if (level !== fixed) {
        holds &&= level >= least && level <= (problem.max_level[item] ?? 0);
        holds &&= problem.never_below_cost?.[item] !== 1 || !isBelowCost(problem, item, level);
      }
      least = fixed >= 0 && phase === 0 ? fixed : level;
    }
    if (!holds) broken.push(item);
  }
  return broken;
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
