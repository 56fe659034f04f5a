import type { PlanFrontier } from '@palier/contract';

/** Points of a curve: stock left and margin, from the most margin to the most clearance. */
export type Curve = { key: number; x: number; y: number }[];

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
