import { lineProfitAfterLeftovers } from './simulate.ts';
import type { SimulationProblem } from './types.ts';

/** A figure that may be wanted as high as can be: of the worked phase, or to the end for the margin after leftovers. */
export type WantedFigure = 'units' | 'sales' | 'profit' | 'profit_after_leftovers';

/**
 * The level of each line at which one figure is the highest between the line's shields, whatever it costs the other
 * figures (and the later phases, for a figure of the worked phase): no choice of the worked phase gives more of it. Most units is
 * also least stock left. Lines that are not free, and those whose figure is not known, stay at `present`; of equal
 * levels the shallowest is taken. Choices made by hand (`fixed_level`) do not hold a free line.
 */
export function bestLevels(
  problem: SimulationProblem,
  figure: WantedFigure,
  free: Uint8Array,
  present: Uint8Array,
): Uint8Array {
  return present.map((stay, item) => (free[item] === 1 ? bestLevel(problem, figure, item, stay) : stay));
}

function bestLevel(problem: SimulationProblem, figure: WantedFigure, item: number, stay: number): number {
  let best = stay;
  let most = Number.NEGATIVE_INFINITY;
  for (let level = problem.min_level[item] ?? 0; level <= (problem.max_level[item] ?? 0); level++) {
    const value = figureAt(problem, figure, item, level);
    if (value > most) {
      most = value;
      best = level;
    }
  }
  return best;
}

/** NaN where a price, a cost or the forecast is not known. */
function figureAt(problem: SimulationProblem, figure: WantedFigure, item: number, level: number): number {
  if (figure === 'profit_after_leftovers') return lineProfitAfterLeftovers(problem, item, level);
  const units = problem.phase_qty[item * problem.levels.length + level] ?? Number.NaN;
  const kept = 1 - (problem.levels[level] ?? 0);
  if (figure === 'units') return units;
  if (figure === 'sales') return (problem.price[item] ?? Number.NaN) * kept * units;
  return ((problem.base_price[item] ?? Number.NaN) * kept - (problem.cost[item] ?? Number.NaN)) * units;
}
