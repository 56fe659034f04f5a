import { choosePriced, measureChoice, type Prices, pricedScore, rowUse, violations } from './dual.ts';
import type { CoupledProblem } from './repair.ts';
import type { MipModel, MipSolution, MipSolver } from './types.ts';

export interface CoreOptions {
  solver: MipSolver;
  /** Candidates of the core at most, those nearest to a tie first; Infinity: all that could be of use. */
  columns: number;
  /** Loss at the prices of the rules from which a candidate is left out; Infinity: none is. */
  most_loss: number;
  /** What units that are not of the core keep; null: the best at the prices of the rules. */
  outside: Int32Array | null;
  /** Price of one unit of violation of each row; Infinity writes the row hard. */
  penalty: Float64Array;
  max_nodes: number;
  /** Accuracy wanted, in value. */
  value_accuracy: number;
  /** Rows are met up to their very limits, and not a hair inside: a share may leave one choice only. */
  to_the_limit?: boolean;
}

/** How near the limits the solver is held where they are to be met exactly. */
const TIGHT = 1e-9;
/** What sums may then stray by rounding, in shares of the row's scale: half of what a rule is measured within. */
const ROUNDING = 5e-10;
/** The hair inside the limits that the solver's own tolerance calls for otherwise. */
const HAIR = 2e-6;

interface Core {
  units: Int32Array;
  /** Columns of core unit n: `start[n] … start[n + 1] − 1`; candidate of each column. */
  start: Int32Array;
  candidate: Int32Array;
  /** The candidate of every unit: what those that are not of the core keep. */
  outside: Int32Array;
}

/**
 * Solves exactly among the candidates nearest to a tie, the other units keeping theirs;
 * rows with a finite price are elastic, which keeps the small problem solvable whatever the others use up. Returns the
 * solver's answer, and the choice (null when the solver found none).
 */
export function solveCore(
  coupled: CoupledProblem,
  prices: Prices,
  options: CoreOptions,
): { choice: Int32Array | null; solution: MipSolution } {
  const core = selectCore(coupled, prices, options);
  if (core.units.length === 0) return { choice: core.outside, solution: nothingFree(coupled, core.outside) };
  const solution = options.solver.solve(coreModel(coupled, core, options));
  if (solution.values.length === 0) return { choice: null, solution };
  const improved = core.outside.slice();
  for (let n = 0; n < core.units.length; n++) {
    let best = core.start[n] ?? 0;
    for (let column = best; column < (core.start[n + 1] ?? 0); column++)
      if ((solution.values[column] ?? 0) > (solution.values[best] ?? 0)) best = column;
    improved[core.units[n] ?? 0] = core.candidate[best] ?? 0;
  }
  return { choice: improved, solution };
}

/** Every unit has one path only: the answer is that path, and it meets the rules or not. */
function nothingFree(coupled: CoupledProblem, choice: Int32Array): MipSolution {
  const { activity, value } = measureChoice(coupled.table, coupled.units, coupled.rows, choice);
  const broken = violations(coupled.rows, activity).some(
    (excess, r) => excess > 0 && coupled.rows[r]?.hard === true,
  );
  return {
    status: broken ? 'infeasible' : 'optimal',
    values: new Float64Array(0),
    objective: value,
    bound: value,
  };
}

/** The candidates nearest to a tie, by unit, beside what each keeps otherwise. */
function selectCore(coupled: CoupledProblem, prices: Prices, options: CoreOptions): Core {
  const best = new Int32Array(coupled.units.unit_count);
  choosePriced(coupled.table, coupled.units, prices, best);
  const outside = options.outside ?? best;
  const byUnit = new Map<number, number[]>();
  for (const { unit, candidate } of nearestCandidates(coupled, prices, { best, outside }, options)) {
    const known = byUnit.get(unit);
    if (known) known.push(candidate);
    else byUnit.set(unit, [outside[unit] ?? 0, candidate]);
  }
  const chosen = Int32Array.from(byUnit.keys()).sort();
  const start = new Int32Array(chosen.length + 1);
  const candidate: number[] = [];
  chosen.forEach((unit, n) => {
    candidate.push(...(byUnit.get(unit) ?? []));
    start[n + 1] = candidate.length;
  });
  return { units: chosen, start, candidate: Int32Array.from(candidate), outside };
}

interface NearCandidate {
  unit: number;
  candidate: number;
  loss: number;
}

/**
 * The candidates that lose least at the prices of the rules. A plan that betters the one known cannot hold a candidate
 * that loses more than what is left between that plan and the bound (reduced costs).
 */
function nearestCandidates(
  { table, units }: CoupledProblem,
  prices: Prices,
  { best, outside }: { best: Int32Array; outside: Int32Array },
  { columns, most_loss }: CoreOptions,
): NearCandidate[] {
  const near: NearCandidate[] = [];
  let most = most_loss;
  const keepNearest = () => {
    near.sort((a, b) => a.loss - b.loss || a.candidate - b.candidate);
    if (near.length > columns) near.length = columns;
  };
  for (let unit = 0; unit < units.unit_count; unit++) {
    const kept = outside[unit] ?? 0;
    const score = pricedScore(table, units, prices, unit, best[unit] ?? 0);
    for (let candidate = table.start[unit] ?? 0; candidate < (table.start[unit + 1] ?? 0); candidate++) {
      const loss = score - pricedScore(table, units, prices, unit, candidate);
      if (candidate !== kept && loss <= most) near.push({ unit, candidate, loss });
    }
    if (near.length < 4 * columns) continue;
    keepNearest();
    most = near.at(-1)?.loss ?? most;
  }
  keepNearest();
  return near;
}

function coreModel(coupled: CoupledProblem, core: Core, options: CoreOptions): MipModel {
  const { table, units, rows } = coupled;
  const columns = core.candidate.length;
  const inside = new Set(core.units);
  const outside = measureOutside(coupled, core.outside, inside);
  const elastic = rows.map((_, r) => Number.isFinite(options.penalty[r] ?? 0));
  const slackColumns = elastic.filter(Boolean).length;
  const objective = new Float64Array(columns + slackColumns);
  // Money is scaled so that coefficients stay near one whatever the currency or the size of the chain.
  let scale = 0;
  for (const c of core.candidate) scale = Math.max(scale, Math.abs(table.value[c] ?? 0));
  scale = scale > 0 ? scale / 1000 : 1;
  core.candidate.forEach((c, column) => {
    objective[column] = (table.value[c] ?? 0) / scale;
  });
  const modelRows: MipModel['rows'][number][] = [];
  for (let n = 0; n < core.units.length; n++) {
    const range = Array.from(
      { length: (core.start[n + 1] ?? 0) - (core.start[n] ?? 0) },
      (_, k) => (core.start[n] ?? 0) + k,
    );
    modelRows.push({
      lower: 1,
      upper: 1,
      columns: Int32Array.from(range),
      values: new Float64Array(range.length).fill(1),
    });
  }
  let slack = columns;
  const unitOf = unitOfColumns(core);
  rows.forEach((row, r) => {
    const uses = Float64Array.from(core.candidate, (c, column) =>
      rowUse(table, units, row, unitOf[column] ?? 0, c),
    );
    const size = uses.reduce((most, use) => Math.max(most, Math.abs(use)), 0) || 1;
    const used = Array.from(core.candidate.keys()).filter((column) => uses[column] !== 0);
    const limit = (row.limit - (outside[r] ?? 0)) / size;
    const values = used.map((column) => (uses[column] ?? 0) / size);
    if (elastic[r]) {
      objective[slack] = (-(options.penalty[r] ?? 0) * size) / scale;
      used.push(slack++);
      values.push(-1);
    }
    const beyond = options.to_the_limit === true ? (ROUNDING * row.scale) / size : -HAIR;
    modelRows.push({
      lower: Number.NEGATIVE_INFINITY,
      upper: limit + (row.kind === 'count' ? 1e-6 / size : beyond),
      columns: Int32Array.from(used),
      values: Float64Array.from(values),
    });
  });
  const binary = new Uint8Array(columns + slackColumns).fill(1, 0, columns);
  return {
    objective,
    binary,
    rows: modelRows,
    max_nodes: options.max_nodes,
    relative_gap: relativeGap(table.value, core, options),
    ...(options.to_the_limit === true && { tolerance: TIGHT }),
  };
}

function unitOfColumns(core: Core): Int32Array {
  const unitOf = new Int32Array(core.candidate.length);
  for (let n = 0; n < core.units.length; n++)
    unitOf.fill(core.units[n] ?? 0, core.start[n], core.start[n + 1]);
  return unitOf;
}

function measureOutside(
  coupled: CoupledProblem,
  choice: Int32Array,
  inside: ReadonlySet<number>,
): Float64Array {
  const { table, units, rows } = coupled;
  const { activity } = measureChoice(table, units, rows, choice);
  for (const unit of inside)
    rows.forEach((row, r) => {
      activity[r] = (activity[r] ?? 0) - rowUse(table, units, row, unit, choice[unit] ?? 0);
    });
  return activity;
}

/** The accuracy wanted on the whole, as a gap relative to the core's own value. */
function relativeGap(values: Float64Array, core: Core, options: CoreOptions): number {
  let size = 0;
  for (let n = 0; n < core.units.length; n++)
    size += Math.abs(values[core.candidate[core.start[n] ?? 0] ?? 0] ?? 0);
  // Without a value it is what the rules give that counts.
  return size === 0 ? 1e-9 : Math.min(0.01, Math.max(1e-9, options.value_accuracy / size));
}

/** True when `next` breaks the rules less than `current`, or as much for more value. */
export function isBetter(
  coupled: CoupledProblem,
  next: Int32Array,
  current: Int32Array,
  penalty: Float64Array,
): boolean {
  const { table, units, rows } = coupled;
  const a = measureChoice(table, units, rows, next);
  const b = measureChoice(table, units, rows, current);
  const worth = (m: { value: number; activity: Float64Array }, hard: boolean) => {
    let total = hard ? 0 : m.value;
    violations(rows, m.activity).forEach((excess, r) => {
      const row = rows[r];
      if (row === undefined) return;
      if (row.hard && hard) total -= excess;
      if (!row.hard && !hard) total -= excess * row.scale * (penalty[r] ?? 0);
    });
    return total;
  };
  const broken = worth(a, true) - worth(b, true);
  return broken > 1e-12 || (broken >= -1e-12 && worth(a, false) > worth(b, false));
}
