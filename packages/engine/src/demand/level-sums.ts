/** Prior of an item's level: shape and mean. */
export interface LevelPrior {
  shape: number;
  mean: number;
}

/** How levels are followed: a slow level, recent ones that lean on it, and how long each of them lasts. */
export interface LevelTuning {
  slow_discount: number;
  fast_discount: number;
  /** Units that the slow level counts for when the recent one is estimated. */
  fast_strength: number;
  /** Weights 1 … 4 weeks ahead of the item's recent level, of its category's recent ratio, of its plain level. */
  item_weight: Float64Array;
  category_weight: Float64Array;
  plain_weight: Float64Array;
}

/** All of the model but the level, cell by cell, and what undoes its calendar, by category and week. */
export interface Multiplier {
  /** 0 where the week does not count: `i * T + t`. */
  cell: Float32Array;
  /** exp(−season − events): `c * T + t`. */
  undo: Float64Array;
}

/** The plain level: prices set apart, no season, half-forgotten in 2½ weeks. */
const PLAIN_DISCOUNT = 0.75;
/** Units the whole chain's ratio, and no change at all, count for in a category's recent ratio. */
const CATEGORY_STRENGTH = 60;

/** Discounted sums of units and of multipliers, slow and fast, of the items followed. */
export interface Sums {
  slowUnits: Float64Array;
  slowExposure: Float64Array;
  fastUnits: Float64Array;
  fastExposure: Float64Array;
  plainUnits: Float64Array;
  plainExposure: Float64Array;
}

export function newSums(items: number): Sums {
  return {
    slowUnits: new Float64Array(items),
    slowExposure: new Float64Array(items),
    fastUnits: new Float64Array(items),
    fastExposure: new Float64Array(items),
    plainUnits: new Float64Array(items),
    plainExposure: new Float64Array(items),
  };
}

/** Adds a week of multiplier m; `undo` takes its calendar out. */
export function addWeek(
  sums: Sums,
  n: number,
  week: { units: number; m: number; undo: number },
  tuning: Pick<LevelTuning, 'slow_discount' | 'fast_discount'>,
): void {
  const { slow_discount: slow, fast_discount: fast } = tuning;
  const m = week.m > 0 ? week.m : 0;
  const units = m > 0 ? week.units : 0;
  sums.slowUnits[n] = slow * (sums.slowUnits[n] ?? 0) + units;
  sums.slowExposure[n] = slow * (sums.slowExposure[n] ?? 0) + m;
  sums.fastUnits[n] = fast * (sums.fastUnits[n] ?? 0) + units;
  sums.fastExposure[n] = fast * (sums.fastExposure[n] ?? 0) + m;
  const kept = m > 0 ? PLAIN_DISCOUNT : 1;
  sums.plainUnits[n] = kept * (sums.plainUnits[n] ?? 0) + units;
  sums.plainExposure[n] = kept * (sums.plainExposure[n] ?? 0) + m * week.undo;
}

/** Level of an item without season or prior, of the units a week of its last weeks; the given one before any. */
export function plainLevel(sums: Sums, n: number, otherwise: number): number {
  const exposure = sums.plainExposure[n] ?? 0;
  return exposure > 0 ? (sums.plainUnits[n] ?? 0) / exposure : otherwise;
}

export function slowLevel(sums: Sums, n: number, prior: LevelPrior): number {
  return (prior.shape + (sums.slowUnits[n] ?? 0)) / (prior.shape / prior.mean + (sums.slowExposure[n] ?? 0));
}

export function fastLevel(sums: Sums, n: number, base: number, strength: number): number {
  return (
    (strength + (sums.fastUnits[n] ?? 0)) / (strength / Math.max(base, 1e-9) + (sums.fastExposure[n] ?? 0))
  );
}

/** Recent ratio of each category, leaning on the chain's, itself leaning on 1; items of category −1 are left out. */
export function recentRatios(
  sums: Sums,
  slow: Float64Array,
  categoryOf: (n: number) => number,
  categories: number,
): Float64Array {
  const units = new Float64Array(categories);
  const expected = new Float64Array(categories);
  slow.forEach((level, n) => {
    const c = categoryOf(n);
    if (c < 0) return;
    units[c] = (units[c] ?? 0) + (sums.fastUnits[n] ?? 0);
    expected[c] = (expected[c] ?? 0) + level * (sums.fastExposure[n] ?? 0);
  });
  const total = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);
  const chain = (total(units) + CATEGORY_STRENGTH) / (total(expected) + CATEGORY_STRENGTH);
  return units.map(
    (value, c) => (value + CATEGORY_STRENGTH * chain) / ((expected[c] ?? 0) + CATEGORY_STRENGTH),
  );
}
