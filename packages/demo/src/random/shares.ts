/** Cuts `quantity` into whole units by shares: largest remainders, so that the parts sum to it. */
export function splitUnits(quantity: number, shares: readonly number[]): number[] {
  const exact = shares.map((share) => share * quantity);
  const parts = exact.map(Math.floor);
  const order = exact.map((_, i) => i).sort((a, b) => ((exact[b] ?? 0) % 1) - ((exact[a] ?? 0) % 1) || a - b);
  let left = quantity - parts.reduce((sum, part) => sum + part, 0);
  for (const index of order) {
    if (left-- <= 0) break;
    parts[index] = (parts[index] ?? 0) + 1;
  }
  return parts;
}

/** Running sums of weights brought to 1: what `drawIndex` reads. */
export function cumulate(weights: readonly number[]): Float64Array {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  return Float64Array.from(weights, (weight) => {
    sum += weight / total;
    return sum;
  });
}

/** The first index whose cumulated share reaches `u` in (0, 1). */
export function drawIndex(cumulatedShares: Float64Array, u: number): number {
  let low = 0;
  let high = cumulatedShares.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cumulatedShares[middle] ?? 1) < u) low = middle + 1;
    else high = middle;
  }
  return low;
}
