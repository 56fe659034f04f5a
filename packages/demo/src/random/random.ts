/**
 * Seeded randomness: sfc32 (Chris Doty-Humphrey's PractRand), a 128-bit state generator that passes PractRand,
 * seeded through splitmix32. Every draw of the demo and of the simulator goes through one of these.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #d = 1;

  constructor(seed: number, stream = 0) {
    const mix = splitMix(Math.imul(seed | 0, 0x9e3779b1) ^ Math.floor(seed / 2 ** 32));
    this.#a = mix();
    this.#b = mix() ^ Math.imul(stream | 0, 0x85ebca6b);
    this.#c = mix() ^ stream;
    for (let i = 0; i < 15; i++) this.uint32();
  }

  /** An integer in [0, 2³²). */
  uint32(): number {
    const t = (((this.#a + this.#b) | 0) + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + t;
    this.#c |= 0;
    return t >>> 0;
  }

  /** A number in (0, 1), never 0 nor 1, so that its logarithm exists. */
  uniform(): number {
    return (this.uint32() + 0.5) / 4294967296;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.uniform();
  }

  /** An integer in [low, high]. */
  integer(low: number, high: number): number {
    return low + Math.floor(this.uniform() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.uniform() < probability;
  }

  /** The time to the next arrival of a Poisson process of rate one. */
  exponential(): number {
    return -Math.log(this.uniform());
  }

  /** A standard normal by Box and Muller's transform. */
  normal(): number {
    return Math.sqrt(-2 * Math.log(this.uniform())) * Math.cos(2 * Math.PI * this.uniform());
  }

  /** exp(N(ln median, sigma²)). */
  logNormal(median: number, sigma: number): number {
    return median * Math.exp(sigma * this.normal());
  }

  /** Γ(shape, scale 1) by Marsaglia and Tsang's method (2000), with their boost below shape 1. */
  gamma(shape: number): number {
    if (shape < 1) return this.gamma(shape + 1) * this.uniform() ** (1 / shape);
    const d = shape - 1 / 3;
    const c = 1 / Math.sqrt(9 * d);
    for (;;) {
      const x = this.normal();
      const v = (1 + c * x) ** 3;
      if (v <= 0) continue;
      if (Math.log(this.uniform()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
    }
  }

  /** Poisson: Knuth's product below a mean of 30, above it the normal with continuity correction. */
  poisson(mean: number): number {
    if (mean <= 0) return 0;
    if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * this.normal()));
    const limit = Math.exp(-mean);
    let count = -1;
    let product = 1;
    do {
      count++;
      product *= this.uniform();
    } while (product > limit);
    return count;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.uniform() * items.length)];
    if (item === undefined) throw new RangeError('pick from an empty list');
    return item;
  }

  /** The index drawn with probabilities proportional to `weights`. */
  weighted(weights: ArrayLike<number>): number {
    let total = 0;
    for (let i = 0; i < weights.length; i++) total += weights[i] ?? 0;
    let left = this.uniform() * total;
    for (let i = 0; i < weights.length - 1; i++) {
      left -= weights[i] ?? 0;
      if (left < 0) return i;
    }
    return weights.length - 1;
  }
}

function splitMix(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let z = state ^ (state >>> 16);
    z = Math.imul(z, 0x21f0aaad);
    z ^= z >>> 15;
    z = Math.imul(z, 0x735a2d97);
    return z ^ (z >>> 15);
  };
}
