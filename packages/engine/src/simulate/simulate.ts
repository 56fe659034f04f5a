import {
  addKnown,
  discountBudget,
  discountedValue,
  type Horizon,
  isBelowCost,
  laterUnits,
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
  PathValues,
  SimulatedTotals,
  Simulation,
  SimulationProblem,
  SimulationStats,
} from './types.ts';

/** Levels of the later phases of all items, `i * R + r`. */
type LaterLevels = Uint8Array | undefined;

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

/** Figures of any plan (a level per line for the worked phase; the later ones at it or at their later_level): a what-if. */
export function simulatePlan(problem: SimulationProblem, plan: Uint8Array): SimulationStats {
  const levels = problem.levels.length;
  const sums = { phase: emptySums(), end: emptySums() };
  const count = new Float64Array(levels);
  const stockAt = new Float64Array(levels);
  for (let item = 0; item < problem.item_count; item++) {
    const level = plan[item] ?? 0;
    count[level] = (count[level] ?? 0) + 1;
    stockAt[level] = (stockAt[level] ?? 0) + numberOrZero(problem.stock[item]);
    addLine(sums, problem, item, level, problem.later_level);
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
    if (own) addLine(own, problem, item, plan.worked[item] ?? 0, plan.later);
  }
  return sums;
}

/** Adds a line at a level of the worked phase, and at those of the later ones, each at least as deep as the one before. */
function addLine(
  sums: HorizonTotals,
  problem: SimulationProblem,
  item: number,
  level: number,
  laterLevels: LaterLevels,
): void {
  const sold = lineSales(problem, item, level, laterLevels);
  addSales(sums.phase, problem, item, level, sold.now);
  addStock(sums.phase, problem, item, sold.now);
  addSales(sums.end, problem, item, level, sold.now);
  for (const part of sold.later) addSales(sums.end, problem, item, part.level, part.qty);
  addStock(sums.end, problem, item, sold.now + sold.rest);
  const after = afterLeftovers(problem, item, sold, profitOf(problem, item, level, sold));
  for (const own of [sums.phase, sums.end])
    own.profit_after_leftovers = addKnown(own.profit_after_leftovers, after);
}

/**
 * Figures of one line in the order of `BEST_FIGURES`: units, sales and margin of the worked phase, then to the end,
 * then the margin after leftovers; NaN where a price, a cost or the forecast is not known.
 */
export function salesAt(
  problem: SimulationProblem,
  item: number,
  level: number,
  laterLevels: LaterLevels,
  out: Float64Array,
): void {
  if (Number.isNaN(problem.phase_qty[item * problem.levels.length + level] ?? Number.NaN)) {
    out.fill(Number.NaN);
    return;
  }
  const sold = lineSales(problem, item, level, laterLevels);
  const { price, base_price, cost } = unitPrices(problem, item);
  const now = salesValue(price, points(problem, item, level), sold.now);
  out[0] = sold.now;
  out[1] = now;
  out[2] = profitValue(base_price, points(problem, item, level), cost, sold.now);
  out[3] = sold.now + sold.rest;
  out[4] = sold.later.reduce(
    (sum, part) => sum + salesValue(price, points(problem, item, part.level), part.qty),
    now,
  );
  out[5] = profitOf(problem, item, level, sold);
  out[6] = afterLeftovers(problem, item, sold, out[5]);
}

/** Margin of one line at a level of the worked phase, all phases; NaN where a price or a cost is not known. */
export function lineProfit(
  problem: SimulationProblem,
  item: number,
  level: number,
  laterLevels: LaterLevels = problem.later_level,
): number {
  return profitOf(problem, item, level, lineSales(problem, item, level, laterLevels));
}

function profitOf(
  problem: SimulationProblem,
  item: number,
  level: number,
  { now, later }: LineSales,
): number {
  const { base_price, cost } = unitPrices(problem, item);
  return later.reduce(
    (sum, part) => sum + profitValue(base_price, points(problem, item, part.level), cost, part.qty),
    profitValue(base_price, points(problem, item, level), cost, now),
  );
}

/** The line's « marge après invendus », to the end of the last phase; NaN where a price, a cost or the stock is not known. */
export function lineProfitAfterLeftovers(
  problem: SimulationProblem,
  item: number,
  level: number,
  laterLevels: LaterLevels = problem.later_level,
): number {
  const sold = lineSales(problem, item, level, laterLevels);
  return afterLeftovers(problem, item, sold, profitOf(problem, item, level, sold));
}

function afterLeftovers(
  problem: SimulationProblem,
  item: number,
  { now, rest }: LineSales,
  profit: number,
): number {
  const left = unitsLeft(problem.stock[item] ?? 0, numberOrZero(problem.upcoming?.[item]) + now + rest);
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
    if (!someBelowCost(problem, item, plan)) return 0;
    const { now, later } = lineSales(problem, item, level, plan.later);
    const parts = [{ level, qty: now }, ...later].map((part) => ({
      sales_qty: part.qty,
      discount_pct: points(problem, item, part.level),
    }));
    return sellsBelowCost(unitPrices(problem, item), parts) ? 1 : 0;
  });
}

/** Whether a price of a plan is under the item's cost: where none is, its sales need not be known. */
function someBelowCost(problem: SimulationProblem, item: number, { worked, later }: LevelPlan): boolean {
  const { base_price, cost } = unitPrices(problem, item);
  const below = (level: number): boolean =>
    isBelowCost(discountedValue(base_price, points(problem, item, level)), cost);
  let level = worked[item] ?? 0;
  if (below(level)) return true;
  const count = problem.later_phases ?? 1;
  for (let phase = 0; phase < count; phase++) {
    const next = Math.max(level, later[item * count + phase] ?? 0);
    if (next !== level && below(next)) return true;
    level = next;
  }
  return false;
}

/** Units of a line in the worked phase and after it, and those of its later phases, together where one level holds for all. */
interface LineSales {
  now: number;
  rest: number;
  later: { level: number; qty: number }[];
}

/** Units that a line sells; a price never goes back up. */
function lineSales(
  problem: SimulationProblem,
  item: number,
  level: number,
  laterLevels: LaterLevels,
): LineSales {
  const levels = problem.levels.length;
  const count = problem.later_phases ?? 1;
  const at = item * levels + level;
  const now = numberOrZero(problem.phase_qty[at]);
  const next = Math.max(level, laterLevels?.[item * count] ?? 0);
  let last = next;
  for (let phase = 1; phase < count; phase++) last = Math.max(last, laterLevels?.[item * count + phase] ?? 0);
  if (last > next && problem.path)
    return steppedSales(problem, problem.path, item, { level, now }, laterLevels);
  const rest = numberOrZero(problem.rest_qty?.[at * levels + next]);
  return { now, rest, later: [{ level: next, qty: rest }] };
}

/** The same where the later phases stand at different levels. */
function steppedSales(
  { levels: { length: levels }, later_phases: count = 1 }: SimulationProblem,
  { phase_mean, dispersion, stock }: PathValues,
  item: number,
  { level, now }: { level: number; now: number },
  laterLevels: LaterLevels,
): LineSales {
  const path = [level];
  for (let phase = 0; phase < count; phase++)
    path.push(Math.max(path[phase] ?? 0, laterLevels?.[item * count + phase] ?? 0));
  const width = (count + 1) * levels;
  const demand = {
    phase_mean: phase_mean.subarray(item * width, (item + 1) * width),
    dispersion: dispersion[item] ?? 1,
    stock_qty: numberOrZero(stock[item]),
  };
  const units = laterUnits(demand, path, levels, now);
  const later = units.map((qty, phase) => ({ level: path[phase + 1] ?? level, qty }));
  return { now, rest: units.reduce((sum, qty) => sum + qty, 0), later };
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
  sales: Number.NaN,
  profit: Number.NaN,
  profit_after_leftovers: Number.NaN,
  cogs: Number.NaN,
  discount_amount: Number.NaN,
  residual_stock: Number.NaN,
  list_sales: Number.NaN,
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
  const budget = discountBudget(prices.price, points(problem, item, level), units);
  sums.units += units;
  sums.sales = addKnown(sums.sales, sales);
  sums.profit = addKnown(sums.profit, profit);
  sums.cogs = addKnown(sums.cogs, cogs);
  sums.discount_amount = addKnown(sums.discount_amount, budget);
  sums.list_sales = addKnown(sums.list_sales, prices.price * units);
}

/** Adds what is left of a line once `units` are sold from the worked phase on, and what its season has sold by then. */
export function addStock(
  sums: Pick<SimulatedTotals, 'residual_stock' | 'season_units'>,
  problem: SimulationProblem,
  item: number,
  units: number,
): void {
  const gone = numberOrZero(problem.upcoming?.[item]) + units;
  sums.residual_stock = addKnown(sums.residual_stock, unitsLeft(problem.stock[item] ?? 0, gone));
  sums.season_units += numberOrZero(problem.season_sold?.[item]) + gone;
}
