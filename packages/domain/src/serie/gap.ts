import { isShown, type MaybeNumber } from '../format/missing.ts';
import type { SerieMetric } from './metrics.ts';

/**
 * What a figure is above another: in points for rates, in parts of the other for the rest. Null when one is not known,
 * and beside nothing or a loss, of which no part can be told.
 */
export function serieGap(
  value: MaybeNumber,
  reference: MaybeNumber,
  { type }: Pick<SerieMetric, 'type'>,
): number | null {
  if (!isShown(value) || !isShown(reference)) return null;
  if (type === 'percent') return value - reference;
  return reference <= 0 ? null : (100 * (value - reference)) / reference;
}
