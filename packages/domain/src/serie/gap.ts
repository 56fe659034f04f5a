import { isShown, type MaybeNumber } from '../format/missing.ts';
import type { SerieMetric } from './metrics.ts';

/** What a figure is above another: in points for rates, in parts of the other for the rest; null when it is not known. */
export function serieGap(
  value: MaybeNumber,
  reference: MaybeNumber,
  { type }: Pick<SerieMetric, 'type'>,
): number | null {
  if (!isShown(value) || !isShown(reference)) return null;
  if (type === 'percent') return value - reference;
  return reference === 0 ? null : (100 * (value - reference)) / Math.abs(reference);
}
