/** Depths looked at besides those asked for, so that an answer is the same whatever else is asked: every 5 %. */
const DEPTHS: readonly number[] = Array.from({ length: 15 }, (_, n) => n / 20);

/**
 * A curve that never falls with the discount, as near to another as between the highest that this one was at a depth and
 * the lowest that it will be: their mean, and the curve itself where it does not fall.
 *
 * @param levels discounts asked for
 * @param valueAt the other curve
 */
export function risen(levels: Float64Array, valueAt: (discount: number) => number): Float64Array {
  const depths = [...new Set([...DEPTHS, ...levels])].sort((a, b) => a - b);
  const value = Float64Array.from(depths, valueAt);
  const lowest = value.slice();
  for (let n = depths.length - 2; n >= 0; n--)
    lowest[n] = Math.min(value[n] ?? 0, lowest[n + 1] ?? Number.POSITIVE_INFINITY);
  let most = Number.NEGATIVE_INFINITY;
  const rising = lowest.map((least, n) => {
    most = Math.max(most, value[n] ?? 0);
    return (least + most) / 2;
  });
  return levels.map((level) => rising[depths.indexOf(level)] ?? 0);
}
