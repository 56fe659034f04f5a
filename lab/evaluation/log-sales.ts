/** Means from which the logarithm of a count behaves like that of its mean plus a constant. */
const LARGE = 60;
const STEP = 0.1;
const LOWEST = -9;

/**
 * E[ln Y | Y > 0] of a negative binomial of the given shape, as a function of its log mean: what a log-linear
 * regression on weeks with sales aims at. Read from a table, linear between points.
 */
export function logSalesCurve(shape: number): (logMean: number) => number {
  const points = Math.ceil((Math.log(LARGE) - LOWEST) / STEP) + 1;
  const table = Float64Array.from({ length: points }, (_, n) =>
    expectedLog(shape, Math.exp(LOWEST + n * STEP)),
  );
  const last = LOWEST + (points - 1) * STEP;
  return (logMean) => {
    if (logMean >= last) return (table[points - 1] ?? 0) + logMean - last;
    const position = Math.max(0, (logMean - LOWEST) / STEP);
    const low = Math.min(points - 2, Math.floor(position));
    const [below, above] = [table[low] ?? 0, table[low + 1] ?? 0];
    return below + (position - low) * (above - below);
  };
}

function expectedLog(shape: number, mean: number): number {
  const share = mean / (shape + mean);
  const end = Math.ceil(mean + 12 * Math.sqrt(mean + (mean * mean) / shape)) + 20;
  let probability = (shape / (shape + mean)) ** shape;
  let sold = 0;
  let sum = 0;
  for (let n = 1; n <= end; n++) {
    probability *= (share * (shape + n - 1)) / n;
    sold += probability;
    sum += probability * Math.log(n);
  }
  return sold > 0 ? sum / sold : 0;
}
