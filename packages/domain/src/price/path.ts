import { expectedSales } from '../numeric/negative-binomial.ts';

/** What a line's demand is before its stock limits it, phase by phase: what values later phases at several discounts. */
export interface PathDemand {
  /** Mean demand of each phase left at each level, the worked phase first: `p × L + l`. */
  phase_mean: readonly number[];
  /** Shape of the negative binomial that cumulative demand follows. */
  dispersion: number;
  /** Units at hand when the worked phase starts. */
  stock_qty: number;
}

/** The same over typed arrays. */
type Demand = Omit<PathDemand, 'phase_mean'> & { phase_mean: ArrayLike<number> };

/**
 * Units sold in each later phase, each at its own level: what the stock lets the demand of all phases until its end
 * sell, less what the phases before it sold. It is how the optimiser values a path.
 *
 * @param path levels of the phases left, the worked one first
 * @param levels number of levels
 * @param worked units sold in the worked phase
 */
export function laterUnits(
  demand: Demand,
  path: ArrayLike<number>,
  levels: number,
  worked: number,
): number[] {
  const units: number[] = [];
  let mean = demand.phase_mean[path[0] ?? 0] ?? 0;
  let before = worked;
  for (let phase = 1; phase < path.length; phase++) {
    mean += demand.phase_mean[phase * levels + (path[phase] ?? 0)] ?? 0;
    const until = Math.max(before, expectedSales(demand.dispersion, mean, demand.stock_qty));
    units.push(until - before);
    before = until;
  }
  return units;
}
