import { leastViolation, solveCoupled } from './coupled.ts';
import { measureChoice, rowUse, violations } from './dual.ts';
import { type Ceilings, hardRowsHold } from './outcome.ts';
import type { CoupledProblem } from './repair.ts';
import { type CouplingRow, seasonUnits } from './rows.ts';
import { sampleProblem } from './sample.ts';
import type { Infeasibility, MarkdownProblem, OptimiseHooks, OptimiseOptions, Relaxation } from './types.ts';

/** Units on which relaxations are tried: enough to tell what gives, quick whatever the scope. */
const EXPLAIN_UNITS = 2000;
/** Candidates below which a relaxation is solved exactly: what gives need not be known to the cent. */
const EXPLAIN_EXACT = 800;

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
  const involved = new Set(violated);
  rows.forEach((row, r) => {
    if (row.hard && (clash[r] ?? 0) > 0) involved.add(row.constraint);
  });
  const relaxations: Relaxation[] = [];
  for (const rule of involved) {
    if (hooks.isCancelled?.() === true) break;
    relaxations.push(relax(problem, coupled, sample, rule, ceilings, options));
    hooks.onProgress?.(0.95 + (0.05 * relaxations.length) / involved.size, 'explain');
  }
  relaxations.sort(
    (a, b) => Number(b.value !== null) - Number(a.value !== null) || (b.value ?? 0) - (a.value ?? 0),
  );
  return {
    blocked_items: units.blocked,
    violated: [...violated],
    best_reachable: [...violated].map((rule) => reachableAlone(problem, coupled, rule)),
    relaxations,
    sampled_units: stride > 1 ? sample.units.unit_count : null,
  };
}

/** The amount of a row in its rule's own unit. */
function inRuleUnit(problem: MarkdownProblem, row: CouplingRow, activity: number): number {
  const rule = problem.constraints[row.constraint];
  if (rule === undefined || rule.kind === 'budget') return activity;
  if (rule.kind === 'min_profit') return -activity;
  if (rule.kind !== 'sell_through') return (row.sign * activity) / row.scale;
  const { sold, available } = seasonUnits(problem, rule.project);
  return available === 0 ? 0 : (sold - activity) / available;
}

function reachableAlone(problem: MarkdownProblem, coupled: CoupledProblem, rule: number): number {
  const { table, units, rows } = coupled;
  const own = rows.filter((row) => row.constraint === rule);
  let worst = own[0];
  let least = 0;
  for (const row of own) {
    let reached = 0;
    for (let unit = 0; unit < units.unit_count; unit++) {
      let low = Number.POSITIVE_INFINITY;
      for (let c = table.start[unit] ?? 0; c < (table.start[unit + 1] ?? 0); c++)
        low = Math.min(low, rowUse(table, units, row, unit, c));
      reached += low;
    }
    if (row === own[0] || reached > row.limit) [worst, least] = [row, reached];
  }
  return worst === undefined ? 0 : inRuleUnit(problem, worst, least);
}

function relax(
  problem: MarkdownProblem,
  coupled: CoupledProblem,
  sample: CoupledProblem,
  rule: number,
  ceilings: Ceilings,
  options: OptimiseOptions,
): Relaxation {
  const rows = sample.rows.map((row) => (row.constraint === rule ? { ...row, hard: false } : row));
  const relaxed = { ...sample, rows };
  const size = valueSize(sample);
  const prices = Float64Array.from(rows, (row, r) =>
    row.constraint === rule ? (20 * size) / row.scale : (ceilings[r] ?? Number.POSITIVE_INFINITY),
  );
  const limits = {
    ...options,
    max_iterations: Math.min(options.max_iterations, 80),
    core_size: 150,
    // What gives need not be known to the cent.
    target_gap: 20 * options.target_gap,
    exact_candidates: Math.min(options.exact_candidates, EXPLAIN_EXACT),
  };
  const { choice } = solveCoupled(relaxed, prices, limits, {});
  const { value, activity } = measureChoice(sample.table, sample.units, rows, choice);
  if (!hardRowsHold(relaxed, choice)) return { constraint: rule, needed: null, value: null };
  const over = rows.findIndex(
    (row, r) => row.constraint === rule && (activity[r] ?? 0) > row.limit + 1e-9 * row.scale,
  );
  const at = over >= 0 ? over : rows.findIndex((row) => row.constraint === rule);
  const [own, whole] = [rows[at], coupled.rows[at]];
  if (own === undefined || whole === undefined) return { constraint: rule, needed: null, value: null };
  const needed = inRuleUnit(problem, whole, ((activity[at] ?? 0) * whole.scale) / own.scale);
  return { constraint: rule, needed, value: (value * valueSize(coupled)) / size };
}

/** Sum of the values at stake: the first candidate of each unit. */
function valueSize(coupled: CoupledProblem): number {
  let size = 1e-9;
  for (let unit = 0; unit < coupled.units.unit_count; unit++)
    size += Math.abs(coupled.table.value[coupled.table.start[unit] ?? 0] ?? 0);
  return size;
}
