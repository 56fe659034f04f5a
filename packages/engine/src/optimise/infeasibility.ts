import { leastViolation, SMALL_CANDIDATES, solveCoupled } from './coupled.ts';
import { choiceAt, measureChoice, rowUse, violations } from './dual.ts';
import { type Ceilings, hardRowsHold } from './outcome.ts';
import type { CoupledProblem } from './repair.ts';
import { type CouplingRow, leftoverCost, seasonUnits } from './rows.ts';
import { sampleProblem } from './sample.ts';
import type { Infeasibility, MarkdownProblem, OptimiseHooks, OptimiseOptions, Relaxation } from './types.ts';

/** Units on which relaxations are tried: enough to find what gives, quick whatever the scope. */
const EXPLAIN_UNITS = 2000;

/**
 * Says which rules cannot be met, how far each could go alone, and what to relax: every rule that takes part
 * in the clash is in turn allowed to give way as little as it must while the others are kept. On large scopes
 * relaxations are worked out on a sample: `sampled_units` says so, and their figures are estimates.
 */
export function explainInfeasibility(
  problem: MarkdownProblem,
  coupled: CoupledProblem,
  choice: Int32Array,
  ceilings: Ceilings,
  options: OptimiseOptions,
  hooks: OptimiseHooks,
): Infeasibility {
  const { table, units, rows } = coupled;
  const { activity } = measureChoice(table, units, rows, choice);
  const broken = violations(rows, activity);
  const violated = new Set<number>();
  rows.forEach((row, r) => {
    if (row.hard && (broken[r] ?? 0) > 0) violated.add(row.constraint);
  });
  const stride = Math.max(1, Math.floor(units.unit_count / EXPLAIN_UNITS));
  const sample = stride > 1 ? sampleProblem(coupled, stride) : coupled;
  const clash = leastViolation(sample).multipliers;
  const proved = new Set(violated);
  const hard = new Set<number>();
  rows.forEach((row, r) => {
    if (!row.hard) return;
    hard.add(row.constraint);
    if ((clash[r] ?? 0) > 0) proved.add(row.constraint);
  });
  // The proof is of mixes of plans: where only whole plans clash it names no rule, and each may be the one.
  const involved = isSmall(sample) ? hard : proved;
  const work: Relaxing = { problem, coupled, sample, ceilings, options };
  const relaxations: Relaxation[] = [];
  // The shares of one distribution give way together or not at all.
  const shares = [...proved].filter((rule) => isShare(problem, rule)).length;
  const alone = [...involved].filter((rule) => !isShare(problem, rule) || shares <= FEW_SHARES);
  for (const rule of alone) {
    if (hooks.isCancelled?.() === true) break;
    const found = relax(work, new Set([rule]))[0];
    if (found && found.needed !== null) relaxations.push(found);
    hooks.onProgress?.(0.95 + (0.05 * relaxations.length) / involved.size, 'explain');
  }
  if (relaxations.length === 0 && involved.size > 0 && hooks.isCancelled?.() !== true)
    relaxations.push(...relax(work, involved));
  relaxations.sort((a, b) => (b.value ?? 0) - (a.value ?? 0) || a.constraint - b.constraint);
  return {
    reason: reasonOf(problem, units.blocked, violated),
    blocked_items: units.blocked,
    violated: [...violated],
    best_reachable: [...violated].map((rule) => reachableAlone(work, rule)),
    relaxations,
    sampled_units: stride > 1 ? sample.units.unit_count : null,
  };
}

/** Whether the exact solver answers at once for a scope. */
const isExact = ({ options }: Relaxing, scope: CoupledProblem): boolean =>
  options.solver !== null && isSmall(scope);

const isSmall = ({ table, units }: CoupledProblem): boolean =>
  (table.start[units.unit_count] ?? 0) <= SMALL_CANDIDATES;

/** The amount of a row in its rule's own unit. */
function inRuleUnit(problem: MarkdownProblem, row: CouplingRow, activity: number): number {
  const rule = problem.constraints[row.constraint];
  if (rule === undefined || rule.kind === 'budget') return activity;
  if (rule.kind === 'min_profit') return -activity;
  if (rule.kind === 'min_merit') return -activity - leftoverCost(problem, rule.project);
  if (rule.kind !== 'sell_through') return (row.sign * activity) / row.scale;
  const { sold, available } = seasonUnits(problem, rule.project);
  return available === 0 ? 0 : (sold - activity) / available;
}

/** The nearest that a rule could come to what it asks if it were alone, in its own unit; null where it could be met. */
function reachableAlone(work: Relaxing, rule: number): number | null {
  const { problem, coupled } = work;
  const { table, units } = coupled;
  const rows = coupled.rows.filter(({ constraint }) => constraint === rule);
  let reached = rows.map((row) => {
    let total = 0;
    for (let unit = 0; unit < units.unit_count; unit++) {
      let low = Number.POSITIVE_INFINITY;
      for (let c = table.start[unit] ?? 0; c < (table.start[unit + 1] ?? 0); c++)
        low = Math.min(low, rowUse(table, units, row, unit, c));
      total += low;
    }
    return total;
  });
  const isMet = () => rows.every((row, r) => (reached[r] ?? 0) - row.limit <= 1e-9 * row.scale);
  // A share between two bounds may have each of them within reach, and nothing between them.
  if (isMet() && rows.length > 1 && isExact(work, coupled)) {
    const alone = { ...coupled, rows: rows.map((row) => ({ ...row, hard: false })) };
    const choice = leastGiving(work, alone, new Set([rule]));
    reached = Array.from(measureChoice(table, units, rows, choice).activity);
  }
  if (isMet()) return null;
  const excess = (r: number) => (reached[r] ?? 0) - (rows[r]?.limit ?? 0);
  const worst = [...rows.keys()].reduce((most, r) => (excess(r) > excess(most) ? r : most));
  const row = rows[worst];
  return row ? inRuleUnit(problem, row, reached[worst] ?? 0) : null;
}

/** Up to this many rules in the clash, each share of a distribution is tried alone. */
const FEW_SHARES = 3;

const isShare = ({ constraints }: MarkdownProblem, rule: number): boolean =>
  constraints[rule]?.kind === 'count_quota' || constraints[rule]?.kind === 'stock_quota';

function reasonOf(
  problem: MarkdownProblem,
  blocked: Int32Array,
  violated: ReadonlySet<number>,
): Infeasibility['reason'] {
  const ofNothing = (rule: number) => {
    const { kind, project } = problem.constraints[rule] ?? {};
    return kind === 'sell_through' && seasonUnits(problem, project).available <= 0;
  };
  if ([...violated].some(ofNothing)) return 'no_stock';
  return blocked.length > 0 && violated.size === 0 ? 'no_path' : 'rules';
}

interface Relaxing {
  problem: MarkdownProblem;
  /** All units, and those on which relaxations are tried. */
  coupled: CoupledProblem;
  sample: CoupledProblem;
  ceilings: Ceilings;
  options: OptimiseOptions;
}

/** Lets some rules give way as little as they must, the others being kept: what each of those that did would need. */
function relax(work: Relaxing, rules: ReadonlySet<number>): Relaxation[] {
  const { problem, coupled, sample } = work;
  const rows = sample.rows.map((row) => (rules.has(row.constraint) ? { ...row, hard: false } : row));
  const relaxed = { ...sample, rows };
  const size = valueSize(sample);
  const choice = isSmall(sample)
    ? leastGiving(work, relaxed, rules)
    : nearlyLeastGiving(work, relaxed, rules);
  const { value, activity } = measureChoice(sample.table, sample.units, rows, choice);
  if (!hardRowsHold(relaxed, choice)) return [];
  const gives = [...rules].filter((rule) =>
    rows.some((row, r) => row.constraint === rule && (activity[r] ?? 0) > row.limit + 1e-9 * row.scale),
  );
  // A rule that did not have to give on the sample stands at its bound.
  return (gives.length > 0 ? gives : [...rules].slice(0, 1)).map((rule) => {
    const own = rows.flatMap((row, r) => (row.constraint === rule ? [r] : []));
    const at =
      own.find((r) => (activity[r] ?? 0) > (rows[r]?.limit ?? 0) + 1e-9 * (rows[r]?.scale ?? 1)) ??
      own[0] ??
      -1;
    const [part, whole] = [rows[at], coupled.rows[at]];
    return {
      constraint: rule,
      needed:
        part && whole ? inRuleUnit(problem, whole, ((activity[at] ?? 0) * whole.scale) / part.scale) : null,
      value: (value * valueSize(coupled)) / size,
      with: gives.filter((other) => other !== rule),
    };
  });
}

/** The plan of most value among those in which the rules give least: exactly, for small scopes. */
function leastGiving(
  { ceilings, options }: Relaxing,
  relaxed: CoupledProblem,
  rules: ReadonlySet<number>,
): Int32Array {
  const { table, units, rows } = relaxed;
  const silent = { ...relaxed, table: { ...table, value: new Float64Array(table.value.length) } };
  const excess = Float64Array.from(rows, (row) =>
    rules.has(row.constraint) ? 1 / row.scale : row.hard ? Number.POSITIVE_INFINITY : 0,
  );
  const { choice } = solveCoupled(silent, excess, options, {});
  if (!hardRowsHold(relaxed, choice)) return choice;
  const { activity } = measureChoice(table, units, rows, choice);
  const firm = rows.map((row, r) =>
    rules.has(row.constraint) ? { ...row, hard: true, limit: Math.max(row.limit, activity[r] ?? 0) } : row,
  );
  const prices = Float64Array.from(firm, (row, r) =>
    row.hard ? Number.POSITIVE_INFINITY : (ceilings[r] ?? 0),
  );
  const best = solveCoupled({ ...relaxed, rows: firm }, prices, options, {});
  return best.holds ? best.choice : choice;
}

/** The same where what gives need not be known to the cent: what the rules give has a high price. */
function nearlyLeastGiving(
  { ceilings, options }: Relaxing,
  asked: CoupledProblem,
  rules: ReadonlySet<number>,
): Int32Array {
  const size = valueSize(asked);
  const relaxed = { ...asked, rows: scaledToUse(asked, rules) };
  const prices = Float64Array.from(relaxed.rows, (row, r) =>
    rules.has(row.constraint) ? (20 * size) / row.scale : (ceilings[r] ?? Number.POSITIVE_INFINITY),
  );
  const limits = {
    ...options,
    max_iterations: Math.min(options.max_iterations, 80),
    core_columns: 100,
    target_gap: 20 * options.target_gap,
  };
  // The exact solver is for rules that swaps alone do not meet.
  const { choice } = solveCoupled(relaxed, prices, { ...limits, solver: null }, {});
  if (hardRowsHold(relaxed, choice) || leastViolation(relaxed).bound < -1e-9) return choice;
  return solveCoupled(relaxed, prices, limits, {}).choice;
}

/**
 * Rows of some rules measured on what the plan without rules uses of them: priced on a limit that is far too low, what
 * they give would weigh more than every rule that must hold.
 */
function scaledToUse(coupled: CoupledProblem, rules: ReadonlySet<number>): CouplingRow[] {
  const { table, units, rows } = coupled;
  const free = choiceAt(coupled, new Float64Array(rows.length));
  const { activity } = measureChoice(table, units, rows, free);
  return rows.map((row, r) =>
    rules.has(row.constraint) ? { ...row, scale: Math.max(row.scale, Math.abs(activity[r] ?? 0)) } : row,
  );
}

/**
 * The least budget with which a missed target could be met, every other rule kept; null where the target has no budget
 * over the same items, or no budget is enough.
 */
export function neededBudget(
  problem: MarkdownProblem,
  coupled: CoupledProblem,
  target: number,
  ceilings: Ceilings,
  options: OptimiseOptions,
): number | null {
  const scope = problem.constraints[target]?.project;
  const budget = problem.constraints.findIndex(
    ({ kind, project }) => kind === 'budget' && (project === scope || project === undefined),
  );
  if (budget < 0) return null;
  const harden = (row: CouplingRow) => (row.constraint === target ? { ...row, hard: true } : row);
  const firm = { ...coupled, rows: coupled.rows.map(harden) };
  const prices = Float64Array.from(firm.rows, (row, r) =>
    row.constraint === target ? Number.POSITIVE_INFINITY : (ceilings[r] ?? Number.POSITIVE_INFINITY),
  );
  const stride = Math.max(1, Math.floor(coupled.units.unit_count / EXPLAIN_UNITS));
  const sample = stride > 1 ? sampleProblem(firm, stride) : firm;
  const work = { problem, coupled: firm, sample, ceilings: prices, options };
  return relax(work, new Set([budget]))[0]?.needed ?? null;
}

/** Sum of the values at stake: the first candidate of each unit. */
function valueSize(coupled: CoupledProblem): number {
  let size = 1e-9;
  for (let unit = 0; unit < coupled.units.unit_count; unit++)
    size += Math.abs(coupled.table.value[coupled.table.start[unit] ?? 0] ?? 0);
  return size;
}
