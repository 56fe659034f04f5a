/**
 * The small linear program of the multipliers' search: given plans with their value and row activities,
 * find the multipliers that minimise the piecewise linear upper model
 * max_j (value_j + λ·(limit − activity_j)) with λ kept in a box. Solved through its dual, the best mix of
 * plans with elastic rows, by a dense tableau simplex: rows + 1 equations, a few hundred columns.
 */
export interface MasterProblem {
  /** Value of each plan. */
  values: readonly number[];
  /** Limit − activity of each plan, row by row. */
  slacks: readonly Float64Array[];
  lower: Float64Array;
  upper: Float64Array;
}

export interface MasterSolution {
  multipliers: Float64Array;
  /** Minimum of the model over the box. */
  value: number;
  /** Weight of each plan in the best mix. */
  mix: Float64Array;
}

const EPSILON = 1e-11;

/** Solves the master; always feasible, since rows are elastic within the box. */
export function solveMaster(problem: MasterProblem): MasterSolution {
  const rows = problem.lower.length;
  const plans = problem.values.length;
  // Columns: plans, then per row "s" (unused limit, pays `lower`) and "e" (excess, costs `upper`).
  const width = plans + 2 * rows + 1;
  const tableau = Array.from({ length: rows + 1 }, () => new Float64Array(width));
  const cost = new Float64Array(width);
  const basis = new Int32Array(rows + 1);
  // Row r: Σ mix·slack = s − e, written with the sign that makes the start feasible.
  const first = problem.slacks[0] ?? new Float64Array(rows);
  for (let r = 0; r < rows; r++) fillRow(problem, tableau[r] ?? new Float64Array(width), r, first, basis);
  const convex = tableau[rows] ?? new Float64Array(width);
  convex.fill(1, 0, plans);
  convex[width - 1] = 1;
  basis[rows] = 0;
  for (let j = 0; j < plans; j++) cost[j] = problem.values[j] ?? 0;
  for (let r = 0; r < rows; r++) {
    cost[plans + 2 * r] = problem.lower[r] ?? 0;
    cost[plans + 2 * r + 1] = -(problem.upper[r] ?? 0);
  }
  // Price out the starting basis: plan 0 is made basic by clearing its column from the other rows.
  for (let r = 0; r < rows; r++) addMultiple(tableau[r], convex, -(tableau[r]?.[0] ?? 0));
  const reduced = cost.slice();
  for (let r = 0; r <= rows; r++) addMultiple(reduced, tableau[r], -(cost[basis[r] ?? 0] ?? 0));
  pivotToOptimum(tableau, reduced, basis, width);
  const multipliers = new Float64Array(rows);
  for (let r = 0; r < rows; r++)
    multipliers[r] = clamp(
      (problem.lower[r] ?? 0) - (reduced[plans + 2 * r] ?? 0),
      problem.lower[r] ?? 0,
      problem.upper[r] ?? 0,
    );
  const mix = new Float64Array(plans);
  for (let r = 0; r <= rows; r++) {
    const column = basis[r] ?? 0;
    if (column < plans) mix[column] = tableau[r]?.[width - 1] ?? 0;
  }
  return { multipliers, value: -(reduced[width - 1] ?? 0), mix };
}

function fillRow(
  problem: MasterProblem,
  row: Float64Array,
  r: number,
  first: Float64Array,
  basis: Int32Array,
): void {
  const plans = problem.values.length;
  // s − e − Σ mix·slack = 0; multiplied by −1 when the excess starts basic.
  const sign = (first[r] ?? 0) >= 0 ? 1 : -1;
  for (let j = 0; j < plans; j++) row[j] = -sign * (problem.slacks[j]?.[r] ?? 0);
  row[plans + 2 * r] = sign;
  row[plans + 2 * r + 1] = -sign;
  basis[r] = sign > 0 ? plans + 2 * r : plans + 2 * r + 1;
}

function pivotToOptimum(
  tableau: Float64Array[],
  reduced: Float64Array,
  basis: Int32Array,
  width: number,
): void {
  const limit = 50 * (tableau.length + 10);
  for (let iteration = 0; iteration < limit; iteration++) {
    const entering = enteringColumn(reduced, width, iteration > limit / 2);
    if (entering < 0) return;
    let leaving = -1;
    let smallest = Number.POSITIVE_INFINITY;
    for (let r = 0; r < tableau.length; r++) {
      const coefficient = tableau[r]?.[entering] ?? 0;
      if (coefficient <= EPSILON) continue;
      const ratio = (tableau[r]?.[width - 1] ?? 0) / coefficient;
      if (ratio < smallest - 1e-13 || (ratio < smallest + 1e-13 && (basis[r] ?? 0) < (basis[leaving] ?? 0))) {
        smallest = ratio;
        leaving = r;
      }
    }
    if (leaving < 0) return;
    const row = tableau[leaving] ?? new Float64Array(width);
    const pivot = row[entering] ?? 1;
    for (let j = 0; j < width; j++) row[j] = (row[j] ?? 0) / pivot;
    for (let r = 0; r < tableau.length; r++)
      if (r !== leaving) addMultiple(tableau[r], row, -(tableau[r]?.[entering] ?? 0));
    addMultiple(reduced, row, -(reduced[entering] ?? 0));
    basis[leaving] = entering;
  }
}

/** Largest improvement first; the first improving column (Bland) once cycling is to be feared. */
function enteringColumn(reduced: Float64Array, width: number, careful: boolean): number {
  let best = -1;
  let gain = EPSILON;
  for (let j = 0; j < width - 1; j++) {
    if ((reduced[j] ?? 0) > gain) {
      best = j;
      if (careful) return best;
      gain = reduced[j] ?? 0;
    }
  }
  return best;
}

function addMultiple(
  target: Float64Array | undefined,
  source: Float64Array | undefined,
  factor: number,
): void {
  if (target === undefined || source === undefined || factor === 0) return;
  for (let j = 0; j < target.length; j++) target[j] = (target[j] ?? 0) + factor * (source[j] ?? 0);
}

function clamp(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value;
}
