/** A source of uniform numbers in [0, 1), the same for the same seed on every machine. */
export type RandomSource = () => number;

/** mulberry32 (Tommy Ettinger's mix): 2³² period, passes gjrand; enough for simulations and tie-breaks. */
export function seededRandom(seed: number): RandomSource {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Standard normal by Box and Muller; draws two uniforms. */
export function randomNormal(random: RandomSource): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random()));
  return radius * Math.cos(2 * Math.PI * random());
}

/** Gamma of the given shape and mean 1·shape (scale 1), Marsaglia and Tsang (2000). */
export function randomGamma(random: RandomSource, shape: number): number {
  if (shape < 1) return randomGamma(random, shape + 1) * (1 - random()) ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const normal = randomNormal(random);
    const cube = (1 + c * normal) ** 3;
    if (cube <= 0) continue;
    const uniform = 1 - random();
    if (Math.log(uniform) < 0.5 * normal * normal + d - d * cube + d * Math.log(cube)) return d * cube;
  }
}

/** Poisson by multiplication for small means, by gamma reduction for large ones (Ahrens and Dieter 1974). */
export function randomPoisson(random: RandomSource, mean: number): number {
  let count = 0;
  let left = mean;
  while (left > 30) {
    const steps = Math.floor(left * 0.875);
    const waited = randomGamma(random, steps);
    if (waited > left) return count + randomBinomial(random, steps - 1, left / waited);
    count += steps;
    left -= waited;
  }
  const limit = Math.exp(-left);
  let product = 1 - random();
  while (product > limit) {
    count++;
    product *= 1 - random();
  }
  return count;
}

function randomBinomial(random: RandomSource, trials: number, probability: number): number {
  let successes = 0;
  for (let trial = 0; trial < trials; trial++) if (random() < probability) successes++;
  return successes;
}

/** Negative binomial of shape k and mean: Poisson of a gamma. */
export function randomNegativeBinomial(random: RandomSource, shape: number, mean: number): number {
  if (mean <= 0) return 0;
  if (!Number.isFinite(shape)) return randomPoisson(random, mean);
  return randomPoisson(random, (mean * randomGamma(random, shape)) / shape);
}
