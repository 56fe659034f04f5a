import { rateAt } from '@palier/domain';
import type { Line } from './row.ts';

/** The rate that a line's price stands at for a discount, in points: its own where labels have endings. */
export function standingRate({ curve }: Pick<Line, 'curve'>, discountPct: number): number {
  return curve ? rateAt(curve, discountPct) : discountPct;
}
