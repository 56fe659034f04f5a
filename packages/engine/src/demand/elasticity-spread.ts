/** How many times as much as their slopes say (τ²) items, and categories, are tried to differ in their answer to prices. */
const SPREADS = [1 / 16, 1 / 4, 1, 2, 4] as const;
/** Share of the errors by which spreads may differ and be as good as each other. */
const UNSURE = 0.01;
/** What their slopes say is believed beforehand: the logarithm of the spread has this standard deviation about it. */
const LEAN = 1;

/**
 * How many times as much elasticities differ as their slopes say, by what forecasts of weeks kept apart come to: slopes of
 * few items that are sure of themselves may be of chance alone, and those of many may be drawn too far to their mean.
 * Averaged in logarithms by how near the best each comes, and how near to one it is.
 *
 * @param errorAt absolute errors of the weeks kept apart with elasticities spread so
 */
export function chosenSpread(errorAt: (factor: number) => number): number {
  const errors = SPREADS.map(errorAt);
  const least = Math.min(...errors);
  if (!(least > 0)) return 1;
  let [sum, weighed] = [0, 0];
  SPREADS.forEach((factor, n) => {
    const log = Math.log(factor);
    const near = Math.exp(-((errors[n] ?? 0) - least) / (UNSURE * least) - 0.5 * (log / LEAN) ** 2);
    sum += near;
    weighed += near * log;
  });
  return Math.exp(weighed / sum);
}
