import type { PlanFrontier } from '@palier/contract';

/** Points of a curve: stock left and margin, from the most margin to the most clearance. */
export type Curve = { key: number; x: number; y: number }[];

/** The part of the curve worth drawing beside plans: far below them its end would flatten all the rest. */
export function nearCurve(curve: Curve, plans: readonly { y: number }[]): Curve {
  const least = Math.min(...plans.map(({ y }) => y));
  const most = Math.max(...plans.map(({ y }) => y), ...curve.map(({ y }) => y));
  return curve.filter(({ y }) => y >= least - 0.6 * (most - least));
}

/** One curve for several projects, point by point; empty until all of them are known. */
export function sumFrontiers(frontiers: readonly (PlanFrontier['points'] | undefined)[]): Curve {
  const [first] = frontiers;
  if (!first || frontiers.some((points) => points?.length !== first.length)) return [];
  return first.flatMap((_, n) => {
    const at = frontiers.map((points) => points?.[n]);
    const sum = (pick: 'stock' | 'profit') =>
      at.reduce<number | null>((total, point) => {
        const value = point?.[pick];
        return total === null || value === null || value === undefined ? null : total + value;
      }, 0);
    const [x, y] = [sum('stock'), sum('profit')];
    return x === null || y === null ? [] : [{ key: n, x, y }];
  });
}
