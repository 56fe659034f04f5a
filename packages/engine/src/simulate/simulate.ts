import {
  discountBudget,
  type Horizon,
  profitAfterLeftovers,
  profitValue,
  salesFigures,
  salesValue,
  sellsBelowCost,
  type UnitPrices,
  unitsLeft,
} from '@palier/domain';
import { allocateDistribution, wantedAmounts } from './allocate.ts';
import type {
  DistributionObjective,
  LevelPlan,
  SimulatedTotals,
  Simulation,
  SimulationProblem,
  SimulationStats,
} from './types.ts';

/** Allocates the asked distribution by priority and gives the figures of the simulated plan. Stores nothing. */
export function simulate(problem: SimulationProblem, objective: DistributionObjective): Simulation {
  const plan = allocateDistribution(problem, objective);
  const stats = simulatePlan(problem, plan);
  const reached = objective.by === 'count' ? stats.count_by_level : stats.stock_by_level;
  const wanted = wantedAmounts(problem, objective);
  const total = reached.reduce((sum, value) => sum + value, 0) || 1;
  const shortfall = reached.map((value, level) => (value - (wanted[level] ?? 0)) / total);
  return { plan, stats, shortfall };
}

/** Figures of any plan (a level per line for the worked phase; the later ones at it or at later_level): a what-if. */
export function simulatePlan(problem: SimulationProblem, plan: Uint8Array): SimulationStats {
  const levels = problem.levels.length;
  const sums = { phase: emptySums(), end: emptySums() };
  const count = new Float64Array(levels);
  const stockAt = new Float64Array(levels);
  for (let item = 0; item < problem.item_count; item++) {
    const level = plan[item] ?? 0;
    count[level] = (count[level] ?? 0) + 1;
    stockAt[level] = (stockAt[level] ?? 0) + numberOrZero(problem.stock[item]);
    addLine(sums, problem, item, level, problem.later_level?.[item] ?? 0);
  }
  return { count_by_level: count, stock_by_level: stockAt, phase: sums.phase, total: sums.end };
}

/** Figures of the worked phase, and to the project's end. */
export type HorizonTotals = Record<Horizon, SimulatedTotals>;

/**
 * Figures of a plan by group of lines; `group` is each item's number, from 0 to `group_count` excluded, −1 for an
 * item of none.
 */
export function simulateGroups(
  problem: SimulationProblem,
  plan: LevelPlan,
  group: Int32Array,
  group_count: number,
): HorizonTotals[] {
  const sums = Array.from({ length: group_count }, () => ({ phase: emptySums(), end: emptySums() }));
  for (let item = 0; item < problem.item_count; item++) {
    const own = sums[group[item] ?? -1];
    if (own) addLine(own, problem, item, plan.worked[item] ?? 0, plan.later[item] ?? 0);
  }
  return sums;
}

/** Adds a line at a level of the worked phase, and at one of the later ones that is at least as deep. */
function addLine(
  sums: HorizonTotals,
  problem: SimulationProblem,
  item: number,
  level: number,
  laterLevel: number,
): void {
  const { later, now, rest } = lineSales(problem, item, level, laterLevel);
  addSales(sums.phase, problem, item, level, now);
  addStock(sums.phase, problem, item, now);
  addSales(sums.end, problem, item, level, now);
  addSales(sums.end, problem, item, later, rest);
  addStock(sums.end, problem, item, now + rest);
  const after = numberOrZero(lineProfitAfterLeftovers(problem, item, level, laterLevel));
  sums.phase.profit_after_leftovers += after;
  sums.end.profit_after_leftovers += after;
}

/**
 * Figures of one line in the order of `BEST_FIGURES`: units, sales and margin of the worked phase, then to the end,
 * then the margin after leftovers; NaN where a price, a cost or the forecast is not known.
 */
export function salesAt(
  problem: SimulationProblem,
  item: number,
  level: number,
  laterLevel: number,
  out: Float64Array,
): void {
  if (Number.isNaN(problem.phase_qty[item * problem.levels.length + level] ?? Number.NaN)) {
    out.fill(Number.NaN);
    return;
  }
  const { later, now, rest } = lineSales(problem, item, level, laterLevel);
  const { price, base_price, cost } = unitPrices(problem, item);
  out[0] = now;
  out[1] = salesValue(price, points(problem, item, level), now);
  out[2] = profitValue(base_price, points(problem, item, level), cost, now);
  out[3] = now + rest;
  out[4] = out[1] + salesValue(price, points(problem, item, later), rest);
  out[5] = out[2] + profitValue(base_price, points(problem, item, later), cost, rest);
  out[6] = lineProfitAfterLeftovers(problem, item, level, laterLevel);
}

/** Margin of one line at a level of the worked phase, all phases; NaN where a price or a cost is not known. */
export function lineProfit(
  problem: SimulationProblem,
  item: number,
  level: number,
  laterLevel = problem.later_level?.[item] ?? 0,
): number {
  const { later, now, rest } = lineSales(problem, item, level, laterLevel);
  const { base_price, cost } = unitPrices(problem, item);
  return (
    profitValue(base_price, points(problem, item, level), cost, now) +
    profitValue(base_price, points(problem, item, later), cost, rest)
  );
}

/** The line's « marge après invendus », to the end of the last phase; NaN where a price, a cost or the stock is not known. */
export function lineProfitAfterLeftovers(
  problem: SimulationProblem,
  item: number,
  level: number,
  laterLevel = problem.later_level?.[item] ?? 0,
): number {
  const { now, rest } = lineSales(problem, item, level, laterLevel);
  const left = unitsLeft(problem.stock[item] ?? 0, numberOrZero(problem.upcoming?.[item]) + now + rest);
  const profit = lineProfit(problem, item, level, laterLevel);
  return profitAfterLeftovers(
    profit,
    problem.residual_value[item] ?? 1,
    unitPrices(problem, item).cost,
    left,
  );
}

/** 1 for each item that a plan sells under its cost in some phase left; see the domain's `sellsBelowCost`. */
export function soldBelowCost(problem: SimulationProblem, plan: LevelPlan): Uint8Array {
  return Uint8Array.from({ length: problem.item_count }, (_, item) => {
    const level = plan.worked[item] ?? 0;
    const { later, now, rest } = lineSales(problem, item, level, plan.later[item] ?? 0);
    const parts = [
      { sales_qty: now, discount_pct: points(problem, item, level) },
      { sales_qty: rest, discount_pct: points(problem, item, later) },
    ];
    return sellsBelowCost(unitPrices(problem, item), parts) ? 1 : 0;
  });
}

/** Units of a line in the worked phase and after it, and the level of the later phases. */
function lineSales(
  problem: SimulationProblem,
  item: number,
  level: number,
  laterLevel: number,
): { later: number; now: number; rest: number } {
  const levels = problem.levels.length;
  const later = Math.max(level, laterLevel);
  const at = item * levels + level;
  return {
    later,
    now: numberOrZero(problem.phase_qty[at]),
    rest: numberOrZero(problem.rest_qty?.[at * levels + later]),
  };
}

/** The rate that an item's price stands at, in points, as the formulas of money take it. */
export const points = (
  { levels, level_rate }: Pick<SimulationProblem, 'levels' | 'level_rate'>,
  item: number,
  level: number,
): number => level_rate?.[item * levels.length + level] ?? 100 * (levels[level] ?? 0);

/** Unit prices of an item; NaN for one that is not known. */
export function unitPrices(problem: SimulationProblem, item: number): UnitPrices {
  const { price, base_price, cost } = problem;
  return {
    price: price[item] ?? Number.NaN,
    base_price: base_price[item] ?? Number.NaN,
    cost: cost[item] ?? Number.NaN,
  };
}

const emptySums = (): SimulatedTotals => ({
  units: 0,
  sales: 0,
  profit: 0,
  profit_after_leftovers: 0,
  cogs: 0,
  discount_amount: 0,
  residual_stock: 0,
  list_sales: 0,
  season_units: 0,
});

/** An amount, or 0 when it is not known. */
const numberOrZero = (value: number | undefined): number => (Number.isFinite(value) ? Number(value) : 0);

/** Adds the money of `units` sold at a level. */
function addSales(
  sums: SimulatedTotals,
  problem: SimulationProblem,
  item: number,
  level: number,
  units: number,
): void {
  const prices = unitPrices(problem, item);
  const { sales, profit, cogs } = salesFigures(prices, points(problem, item, level), units);
  sums.units += units;
  sums.sales += numberOrZero(sales);
  sums.profit += numberOrZero(profit);
  sums.cogs += numberOrZero(cogs);
  sums.discount_amount += numberOrZero(discountBudget(prices.price, points(problem, item, level), units));
  sums.list_sales += numberOrZero(prices.price * units);
}

/** Adds what is left of a line once `units` are sold from the worked phase on, and what its season has sold by then. */
function addStock(sums: SimulatedTotals, problem: SimulationProblem, item: number, units: number): void {
  const gone = numberOrZero(problem.upcoming?.[item]) + units;
  sums.residual_stock += numberOrZero(unitsLeft(problem.stock[item] ?? 0, gone));
  sums.season_units += numberOrZero(problem.season_sold?.[item]) + gone;
}
