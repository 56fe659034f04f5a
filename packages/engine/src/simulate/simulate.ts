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

/** Figures of any plan (a level per line for the worked phase, kept for the later ones): a what-if. */
export function simulatePlan(problem: SimulationProblem, plan: Uint8Array): SimulationStats {
  const levels = problem.levels.length;
  const phase = emptyTotals();
  const total = emptyTotals();
  const count = new Float64Array(levels);
  const stockAt = new Float64Array(levels);
  let stock = 0;
  let sold = 0;
  let phaseGross = 0;
  let totalGross = 0;
  for (let item = 0; item < problem.item_count; item++) {
    const level = plan[item] ?? 0;
    const held = problem.stock[item] ?? 0;
    const now = problem.phase_qty[item * levels + level] ?? 0;
    const later =
      problem.rest_qty === null ? 0 : (problem.rest_qty[(item * levels + level) * levels + level] ?? 0);
    count[level] = (count[level] ?? 0) + 1;
    stockAt[level] = (stockAt[level] ?? 0) + held;
    stock += held;
    sold += problem.season_sold?.[item] ?? 0;
    phaseGross += addSales(phase, problem, item, level, now);
    totalGross += addSales(total, problem, item, level, now + later);
  }
  finishTotals(phase, stock, sold, phaseGross);
  finishTotals(total, stock, sold, totalGross);
  return { count_by_level: count, stock_by_level: stockAt, phase, total };
}

/** The plan with some lines at other levels: `items[n]` goes to `levels[n]`. */
export function withEdits(plan: Uint8Array, items: Int32Array, levels: Uint8Array): Uint8Array {
  const edited = plan.slice();
  items.forEach((item, n) => {
    edited[item] = levels[n] ?? 0;
  });
  return edited;
}

function emptyTotals(): SimulatedTotals {
  return {
    units: 0,
    sales: 0,
    profit: 0,
    cogs: 0,
    discount_amount: 0,
    residual_stock: 0,
    sell_through: 0,
    mean_discount: 0,
  };
}

/** Adds the money of `units` sold at a level; returns their full-price amount. */
function addSales(
  totals: SimulatedTotals,
  problem: SimulationProblem,
  item: number,
  level: number,
  units: number,
): number {
  const discount = problem.levels[level] ?? 0;
  const price = problem.price[item] ?? 0;
  const cost = problem.cost[item] ?? 0;
  totals.units += units;
  totals.sales += price * (1 - discount) * units;
  totals.profit += ((problem.base_price[item] ?? 0) * (1 - discount) - cost) * units;
  totals.cogs += cost * units;
  totals.discount_amount += price * discount * units;
  return price * units;
}

function finishTotals(totals: SimulatedTotals, stock: number, sold: number, gross: number): void {
  totals.residual_stock = stock - totals.units;
  totals.sell_through = sold + stock === 0 ? 0 : (sold + totals.units) / (sold + stock);
  totals.mean_discount = gross === 0 ? 0 : totals.discount_amount / gross;
}
