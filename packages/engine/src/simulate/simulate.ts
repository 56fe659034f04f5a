import { discountBudget, profitAfterLeftovers } from '@palier/domain';
import { allocateDistribution, wantedAmounts } from './allocate.ts';
import type {
  DistributionObjective,
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
  const phase = emptySums();
  const total = emptySums();
  const count = new Float64Array(levels);
  const stockAt = new Float64Array(levels);
  for (let item = 0; item < problem.item_count; item++) {
    const level = plan[item] ?? 0;
    const { later, now, rest } = lineSales(problem, item, level);
    count[level] = (count[level] ?? 0) + 1;
    stockAt[level] = (stockAt[level] ?? 0) + known(problem.stock[item]);
    addSales(phase, problem, item, level, now);
    addStock(phase, problem, item, now);
    addSales(total, problem, item, level, now);
    addSales(total, problem, item, later, rest);
    addStock(total, problem, item, now + rest);
    const after = known(lineProfitAfterLeftovers(problem, item, level));
    phase.profit_after_leftovers += after;
    total.profit_after_leftovers += after;
  }
  return { count_by_level: count, stock_by_level: stockAt, phase: totalsOf(phase), total: totalsOf(total) };
}

/**
 * The worked phase's figures of a plan by group of lines; `group` is each item's number, from 0 to
 * `group_count` excluded, −1 for an item of none.
 */
export function simulateGroups(
  problem: SimulationProblem,
  plan: Uint8Array,
  group: Int32Array,
  group_count: number,
): SimulatedTotals[] {
  const sums = Array.from({ length: group_count }, emptySums);
  for (let item = 0; item < problem.item_count; item++) {
    const own = sums[group[item] ?? -1];
    if (!own) continue;
    const level = plan[item] ?? 0;
    const units = known(problem.phase_qty[item * problem.levels.length + level]);
    addSales(own, problem, item, level, units);
    addStock(own, problem, item, units);
    own.profit_after_leftovers += known(lineProfitAfterLeftovers(problem, item, level));
  }
  return sums.map(totalsOf);
}

/** Margin of one line at a level of the worked phase, all phases; NaN where a price or a cost is not known. */
export function lineProfit(problem: SimulationProblem, item: number, level: number): number {
  const { later, now, rest } = lineSales(problem, item, level);
  const base = problem.base_price[item] ?? Number.NaN;
  const cost = problem.cost[item] ?? Number.NaN;
  const margin = (of: number) => base * (1 - (problem.levels[of] ?? 0)) - cost;
  return margin(level) * now + margin(later) * rest;
}

/** The line's « marge après invendus », to the end of the last phase; NaN where a price, a cost or the stock is not known. */
export function lineProfitAfterLeftovers(problem: SimulationProblem, item: number, level: number): number {
  const { now, rest } = lineSales(problem, item, level);
  const left = Math.max(0, (problem.stock[item] ?? 0) - known(problem.upcoming?.[item]) - now - rest);
  const cost = problem.cost[item] ?? Number.NaN;
  return profitAfterLeftovers(
    lineProfit(problem, item, level),
    problem.residual_value[item] ?? 1,
    cost,
    left,
  );
}

/** Units of a line in the worked phase and after it, and the level of the later phases. */
function lineSales(
  problem: SimulationProblem,
  item: number,
  level: number,
): { later: number; now: number; rest: number } {
  const levels = problem.levels.length;
  const later = Math.max(level, problem.later_level?.[item] ?? 0);
  const at = item * levels + level;
  return {
    later,
    now: known(problem.phase_qty[at]),
    rest: known(problem.rest_qty?.[at * levels + later]),
  };
}

type Sums = Omit<SimulatedTotals, 'sell_through' | 'mean_discount'> & { gross: number; sold: number };

const emptySums = (): Sums => ({
  units: 0,
  sales: 0,
  profit: 0,
  profit_after_leftovers: 0,
  cogs: 0,
  discount_amount: 0,
  residual_stock: 0,
  gross: 0,
  sold: 0,
});

/** An amount, or 0 when it is not known. */
const known = (value: number | undefined): number => (Number.isFinite(value) ? Number(value) : 0);

/** Adds the money of `units` sold at a level. */
function addSales(sums: Sums, problem: SimulationProblem, item: number, level: number, units: number): void {
  const discount = problem.levels[level] ?? 0;
  const price = known(problem.price[item]);
  const cost = problem.cost[item] ?? 0;
  sums.units += units;
  sums.sales += price * (1 - discount) * units;
  sums.profit += known(((problem.base_price[item] ?? 0) * (1 - discount) - cost) * units);
  sums.cogs += known(cost * units);
  sums.discount_amount += discountBudget(price, 100 * discount, units);
  sums.gross += price * units;
}

/** Adds what is left of a line once `units` are sold from the worked phase on, and what its season has sold by then. */
function addStock(sums: Sums, problem: SimulationProblem, item: number, units: number): void {
  const gone = known(problem.upcoming?.[item]) + units;
  sums.residual_stock += Math.max(0, known((problem.stock[item] ?? 0) - gone));
  sums.sold += known(problem.season_sold?.[item]) + gone;
}

function totalsOf({ gross, sold, ...sums }: Sums): SimulatedTotals {
  const available = sold + sums.residual_stock;
  return {
    ...sums,
    sell_through: available === 0 ? 0 : sold / available,
    mean_discount: gross === 0 ? 0 : sums.discount_amount / gross,
  };
}
