import { seededRandom } from '../../packages/engine/test/random.ts';

/** A WAPE less another's, and the bounds between which nine of ten redrawn panels put it. */
export interface WapeDifference {
  difference: number;
  low: number;
  high: number;
}

const DRAWS = 400;
const SEED = 20_200_106;

/**
 * Bootstrap over items of Σ|error| / Σ units of one forecaster less that of another: items are redrawn whole, since
 * their weeks go together. Null where nothing was sold.
 */
export function wapeDifference(
  errors: Float64Array,
  others: Float64Array,
  units: Float64Array,
): WapeDifference | null {
  const scored: number[] = [];
  units.forEach((sold, item) => {
    if (sold > 0 || (errors[item] ?? 0) > 0) scored.push(item);
  });
  const differenceOf = (pick: (n: number) => number): number => {
    let [gap, sold] = [0, 0];
    for (let n = 0; n < scored.length; n++) {
      const item = pick(n);
      gap += (errors[item] ?? 0) - (others[item] ?? 0);
      sold += units[item] ?? 0;
    }
    return sold > 0 ? gap / sold : Number.NaN;
  };
  const difference = differenceOf((n) => scored[n] ?? 0);
  if (Number.isNaN(difference)) return null;
  const random = seededRandom(SEED);
  const drawn = Float64Array.from({ length: DRAWS }, () =>
    differenceOf(() => scored[Math.floor(random() * scored.length)] ?? 0),
  )
    .filter((value) => !Number.isNaN(value))
    .sort();
  const at = (share: number) => drawn[Math.floor(share * (drawn.length - 1))] ?? difference;
  return { difference, low: at(0.05), high: at(0.95) };
}
