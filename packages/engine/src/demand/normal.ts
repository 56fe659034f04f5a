/** Features with a slope of their own: price, markdown flag, age. */
export const FEATURES = 3;
export const PRICE = 0;
export const FLAG = 1;
export const AGE = 2;

/** Normal equations of the common slopes, per category: FEATURES² products and FEATURES right-hand sides. */
export interface Normal {
  gram: Float64Array;
  rhs: Float64Array;
}

/** Sums of a week over a category's items: weights, working residuals and features centred by item. */
export interface WeekSums {
  weight: Float64Array;
  score: Float64Array;
  feature: Float64Array;
}

/** Slopes of the features, per category. */
export interface CommonSlopes {
  slope: Float64Array;
  jump: Float64Array;
  /** Change of log demand per unit of the age feature, never positive. */
  ageing: Float64Array;
}

/** How much evidence a common slope needs to leave what all categories say: price, flag, age. */
const RIDGE = [4, 30, 20] as const;
const RANGES = [
  [0.3, 6],
  [0, 2],
  [-0.6, 0],
] as const;
/** Longest step of a scoring round, on the log scale. */
const LONGEST_STEP = 0.7;

export function newNormal(categories: number): Normal {
  return {
    gram: new Float64Array(categories * FEATURES * FEATURES),
    rhs: new Float64Array(categories * FEATURES),
  };
}

export function newWeekSums(cells: number): WeekSums {
  return {
    weight: new Float64Array(cells),
    score: new Float64Array(cells),
    feature: new Float64Array(cells * FEATURES),
  };
}

/**
 * Takes out of the normal equations what the common week effects explain, shrunk by `ridge` as they are.
 * `sums` holds category c, week t at `c * weeks + t`.
 */
export function removeWeekShare(
  normal: Normal,
  sums: WeekSums,
  weeks: number,
  categories: number,
  ridge: number,
): void {
  const mean = new Float64Array(FEATURES);
  for (let week = 0; week < weeks; week++) {
    let weight = ridge;
    let score = 0;
    mean.fill(0);
    for (let c = 0; c < categories; c++) {
      const at = c * weeks + week;
      weight += sums.weight[at] ?? 0;
      score += sums.score[at] ?? 0;
      for (let k = 0; k < FEATURES; k++) mean[k] = (mean[k] ?? 0) + (sums.feature[at * FEATURES + k] ?? 0);
    }
    score /= weight;
    for (let k = 0; k < FEATURES; k++) mean[k] = (mean[k] ?? 0) / weight;
    for (let c = 0; c < categories; c++) removeFromCategory(normal, sums, c, c * weeks + week, mean, score);
  }
}

function removeFromCategory(
  normal: Normal,
  sums: WeekSums,
  c: number,
  at: number,
  mean: Float64Array,
  score: number,
): void {
  const weight = sums.weight[at] ?? 0;
  if (weight === 0) return;
  for (let k = 0; k < FEATURES; k++) {
    const own = sums.feature[at * FEATURES + k] ?? 0;
    const common = mean[k] ?? 0;
    for (let n = 0; n < FEATURES; n++) {
      const cell = (c * FEATURES + k) * FEATURES + n;
      const other = mean[n] ?? 0;
      const product = own * other + common * (sums.feature[at * FEATURES + n] ?? 0) - weight * common * other;
      normal.gram[cell] = (normal.gram[cell] ?? 0) - product;
    }
    const share = common * (sums.score[at] ?? 0) + score * (own - weight * common);
    normal.rhs[c * FEATURES + k] = (normal.rhs[c * FEATURES + k] ?? 0) - share;
  }
}

/** Takes the equation of slope k from another system: what is learnt from another contrast. */
export function takeRow(normal: Normal, from: Normal, k: number): void {
  const categories = normal.rhs.length / FEATURES;
  for (let c = 0; c < categories; c++) {
    const at = c * FEATURES + k;
    normal.rhs[at] = from.rhs[at] ?? 0;
    normal.gram.set(from.gram.subarray(at * FEATURES, (at + 1) * FEATURES), at * FEATURES);
  }
}

/**
 * One scoring step of the slopes: the mean of all categories first, then each by ridge towards it. Jumps are
 * never negative and ageing never positive: where the data say otherwise, the other slopes are solved without.
 */
export function updateSlopes(fit: CommonSlopes, normal: Normal, categories: number): void {
  const values = [fit.slope, fit.jump, fit.ageing];
  const square = FEATURES * FEATURES;
  const gram = new Float64Array(square);
  const rhs = new Float64Array(FEATURES);
  for (let c = 0; c < categories; c++) {
    for (let n = 0; n < square; n++) gram[n] = (gram[n] ?? 0) + (normal.gram[c * square + n] ?? 0);
    for (let k = 0; k < FEATURES; k++) rhs[k] = (rhs[k] ?? 0) + (normal.rhs[c * FEATURES + k] ?? 0);
  }
  const means = values.map((value, k) =>
    average(
      value,
      Float64Array.from(value, (_, c) => normal.gram[c * square + k * FEATURES + k] ?? 0),
    ),
  );
  // The price slope of all is only damped; jump and ageing are drawn towards nought.
  for (const k of [FLAG, AGE]) rhs[k] = (rhs[k] ?? 0) - (RIDGE[k] ?? 0) * (means[k] ?? 0);
  const common = boundedStep(gram, rhs, means);
  const targets = means.map((mean, k) => mean + (common[k] ?? 0));
  for (let c = 0; c < categories; c++) {
    const now = values.map((value) => value[c] ?? 0);
    const ownRhs = normal.rhs.slice(c * FEATURES, (c + 1) * FEATURES);
    for (let k = 0; k < FEATURES; k++)
      ownRhs[k] = (ownRhs[k] ?? 0) + (RIDGE[k] ?? 0) * ((targets[k] ?? 0) - (now[k] ?? 0));
    const step = boundedStep(normal.gram.slice(c * square, (c + 1) * square), ownRhs, now);
    values.forEach((value, k) => {
      value[c] = (now[k] ?? 0) + (step[k] ?? 0);
    });
  }
}

/** Solves the ridged equations with each slope kept in its range: what leaves it is fixed at the bound. */
function boundedStep(gram: Float64Array, rhs: Float64Array, now: readonly number[]): Float64Array {
  const step = new Float64Array(FEATURES);
  const fixed = new Set<number>();
  for (let pass = 0; pass < FEATURES; pass++) {
    solveFree(gram, rhs, fixed, step);
    let moved = false;
    for (let k = 0; k < FEATURES; k++) {
      if (fixed.has(k)) continue;
      const [low, high] = RANGES[k] ?? [0, 0];
      const next = (now[k] ?? 0) + (step[k] ?? 0);
      if (next >= low && next <= high) continue;
      step[k] = Math.min(high, Math.max(low, next)) - (now[k] ?? 0);
      // A jump at nought leaves the slope as solved with it: slopes solved without forecast worse.
      if (k === FLAG) continue;
      fixed.add(k);
      moved = true;
    }
    if (!moved) break;
  }
  return step.map((change) => Math.min(LONGEST_STEP, Math.max(-LONGEST_STEP, change)));
}

/** Gauss–Seidel on the free slopes, the fixed ones kept: a 3 × 3 positive system settles in a few rounds. */
function solveFree(gram: Float64Array, rhs: Float64Array, fixed: Set<number>, step: Float64Array): void {
  for (let k = 0; k < FEATURES; k++) if (!fixed.has(k)) step[k] = 0;
  for (let round = 0; round < 60; round++)
    for (let k = 0; k < FEATURES; k++) {
      if (fixed.has(k)) continue;
      let left = rhs[k] ?? 0;
      for (let n = 0; n < FEATURES; n++) if (n !== k) left -= (gram[k * FEATURES + n] ?? 0) * (step[n] ?? 0);
      step[k] = left / (Math.max(0, gram[k * FEATURES + k] ?? 0) + (RIDGE[k] ?? 0));
    }
}

function average(values: Float64Array, weights: Float64Array): number {
  let sum = 0;
  let total = 1e-9;
  values.forEach((value, c) => {
    const weight = Math.max(0, weights[c] ?? 0) + 1e-6;
    sum += weight * value;
    total += weight;
  });
  return sum / total;
}
