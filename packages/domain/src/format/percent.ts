import { isShown, type MaybeNumber, MISSING, NARROW_SPACE } from './missing.ts';
import { formatDelta, formatNumber, formatWith } from './number.ts';

/** « 12,5 % » from points (12.5). */
export function formatPercent(points: MaybeNumber, digits = 1): string {
  return isShown(points) ? `${formatNumber(points, digits)}${NARROW_SPACE}%` : MISSING;
}

/** « 60,0 % »: always with its decimal, for columns: figures stand comma under comma. */
export function formatAlignedPercent(points: MaybeNumber): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return isShown(points) ? `${formatWith(points, digits)}${NARROW_SPACE}%` : MISSING;
}

/** « +20 pts », « −1 pt », « 0 pt »: a change in points. French plurals begin at 2. */
export function formatPoints(points: MaybeNumber, digits = 0): string {
  if (!isShown(points)) return MISSING;
  const rounded = Number(Math.abs(points).toFixed(digits));
  const unit = rounded >= 2 ? 'pts' : 'pt';
  return `${formatDelta(points, digits)}${NARROW_SPACE}${unit}`;
}

/** « ×1,50 »: a coefficient, comma under comma in a column. */
export function formatCoefficient(value: MaybeNumber): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return isShown(value) ? `×${formatWith(value, digits)}` : MISSING;
}

/** « +12,5 % »: a relative change in points. */
export function formatPercentDelta(points: MaybeNumber, digits = 1): string {
  return isShown(points) ? `${formatDelta(points, digits)}${NARROW_SPACE}%` : MISSING;
}
