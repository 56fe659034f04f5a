import type { PlanFrontier } from '@palier/contract';
import { sellThroughPct } from '@palier/domain';

/** Points of a curve: season sell-through in points and « marge après invendus », from the most margin to the most clearance. */
export type Curve = { key: number; x: number; y: number }[];

/** The part of the curve worth drawing beside plans: far below them its end would flatten all the rest. */
export function nearCurve(curve: Curve, plans: readonly { y: number }[]): Curve {
  const least = Math.min(...plans.map(({ y }) => y));
  const most = Math.max(...plans.map(({ y }) => y), ...curve.map(({ y }) => y));
  return curve.filter(({ y }) => y >= least - 0.6 * (most - least));
}

type Point = PlanFrontier['points'][number];

/** One curve for several projects, point by point, summed over what is known as plans are; empty until all of them are read. */
export function sumFrontiers(frontiers: readonly (PlanFrontier['points'] | undefined)[]): Curve {
  const [first] = frontiers;
  if (!first || frontiers.some((points) => points?.length !== first.length)) return [];
  return first.flatMap((_, n) => {
    const at = frontiers.map((points) => points?.[n]);
    const sum = (pick: (point: Point) => number | null | undefined) =>
      at.reduce<number | null>((total, point) => {
        const value = point && pick(point);
        return value === null || value === undefined ? total : (total ?? 0) + value;
      }, null);
    const left = sum(({ stock }) => stock);
    const sold = sum(({ season_sales_qty }) => season_sales_qty);
    const x = left === null || sold === null ? null : sellThroughPct(sold, left);
    const y = sum(({ profit_after_leftovers }) => profit_after_leftovers);
    return x === null || y === null ? [] : [{ key: n, x, y }];
  });
}
