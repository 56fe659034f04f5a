import { expectedSales } from '../src/numeric/negative-binomial.ts';
import { quotaBounds } from '../src/optimise/rows.ts';
import type { Constraint, MarkdownProblem, MipModel } from '../src/optimise/types.ts';
import { isBelowCost } from '../src/optimise/units.ts';

/**
 * The whole choice as one mixed-integer model, every legal path of every item a variable, valued one by one:
 * a reference that shares neither candidates, nor pruning, nor bounds with the optimiser. Groups and the goal
 * écoulement (searched on a scale of its own) are not written; soft rules are left out.
 */
export interface WholeModel {
  model: MipModel;
  /** Levels of variable v at `v * phase_count + p`, and its item. */
  plans: Uint8Array;
  item: Int32Array;
}

type Row = { lower: number; upper: number; use: (variable: number) => number };

/** @param binary false: the relaxation, whose optimum bounds every plan and is quick to prove. */
export function wholeModel(problem: MarkdownProblem, binary: boolean): WholeModel {
  const phases = problem.phase_count;
  const paths = allPaths(problem.levels.length, phases);
  const item: number[] = [];
  const plans: number[] = [];
  const units: number[] = [];
  for (let i = 0; i < problem.item_count; i++) {
    for (const path of paths) {
      if (!isLegal(problem, i, path)) continue;
      item.push(i);
      plans.push(...path);
      units.push(...soldAlong(problem, i, path));
    }
  }
  const count = item.length;
  const sum = (variable: number, worth: (discount: number, i: number) => number, last = phases - 1) => {
    let total = 0;
    for (let p = 0; p <= last; p++) {
      const discount = problem.levels[plans[variable * phases + p] ?? 0] ?? 0;
      total += worth(discount, item[variable] ?? 0) * (units[variable * phases + p] ?? 0);
    }
    return total;
  };
  const objective = Float64Array.from({ length: count }, (_, v) => sum(v, goalWorth(problem)));
  const coupling = problem.constraints.flatMap((rule) =>
    couplingRows(problem, rule, sum, (v) => [item[v] ?? 0, plans[v * phases] ?? 0]),
  );
  return {
    model: {
      objective,
      binary: new Uint8Array(count).fill(binary ? 1 : 0),
      rows: [...onePathEach(problem.item_count, item), ...coupling.map((row) => sparse(row, count))],
      max_nodes: 20_000,
      relative_gap: 1e-6,
    },
    plans: Uint8Array.from(plans),
    item: Int32Array.from(item),
  };
}

function allPaths(levels: number, phases: number): number[][] {
  let paths: number[][] = [[]];
  for (let p = 0; p < phases; p++)
    paths = paths.flatMap((path) =>
      Array.from({ length: levels - (path.at(-1) ?? 0) }, (_, step) => [...path, (path.at(-1) ?? 0) + step]),
    );
  return paths;
}

function isLegal(problem: MarkdownProblem, item: number, path: readonly number[]): boolean {
  const fixed = problem.fixed_level[item] ?? -1;
  const least = Math.max(problem.min_level[item] ?? 0, problem.previous_level[item] ?? 0);
  return path.every((level, phase) => {
    if (fixed >= 0 && (phase === 0 || level === fixed)) return level === fixed;
    const shielded = level >= least && level <= (problem.max_level[item] ?? 0);
    return shielded && (problem.never_below_cost?.[item] !== 1 || !isBelowCost(problem, item, level));
  });
}

function soldAlong(problem: MarkdownProblem, item: number, path: readonly number[]): number[] {
  const levels = problem.levels.length;
  let mean = 0;
  let before = 0;
  return path.map((level, phase) => {
    mean += problem.phase_mean[(item * problem.phase_count + phase) * levels + level] ?? 0;
    const after = expectedSales(problem.dispersion[item] ?? 1, mean, problem.stock[item] ?? 0);
    const sold = after - before;
    before = after;
    return sold;
  });
}

function goalWorth(problem: MarkdownProblem): (discount: number, item: number) => number {
  return (discount, item) =>
    problem.goal[item] === 1
      ? (problem.price[item] ?? 0) * (1 - discount)
      : (problem.base_price[item] ?? 0) * (1 - discount) -
        (problem.residual_value[item] ?? 1) * (problem.cost[item] ?? 0);
}

function couplingRows(
  problem: MarkdownProblem,
  rule: Constraint,
  sum: (variable: number, worth: (discount: number, item: number) => number, last?: number) => number,
  place: (variable: number) => [item: number, level: number],
): Row[] {
  const stock = problem.stock.reduce((total, units) => total + units, 0);
  if (rule.kind === 'budget') {
    const use = (v: number) => sum(v, (discount, i) => (problem.price[i] ?? 0) * discount, rule.by_phase);
    return [{ lower: Number.NEGATIVE_INFINITY, upper: rule.max_amount, use }];
  }
  if (rule.kind === 'min_profit') {
    const margin = (discount: number, i: number) =>
      (problem.base_price[i] ?? 0) * (1 - discount) - (problem.cost[i] ?? 0);
    return [{ lower: rule.min_amount, upper: Number.POSITIVE_INFINITY, use: (v) => sum(v, margin) }];
  }
  if (rule.kind === 'sell_through') {
    if (!rule.hard) return [];
    const sold = problem.season_sold?.reduce((total, units) => total + units, 0) ?? 0;
    const lower = rule.min_share * (sold + stock) - sold;
    return [{ lower, upper: Number.POSITIVE_INFINITY, use: (v) => sum(v, () => 1, rule.by_phase) }];
  }
  const byCount = rule.kind === 'count_quota';
  const [lower, upper] = quotaBounds(rule, byCount ? problem.item_count : stock);
  const use = (v: number) => {
    const [item, level] = place(v);
    return level === rule.level ? (byCount ? 1 : (problem.stock[item] ?? 0)) : 0;
  };
  return [{ lower, upper, use }];
}

function onePathEach(items: number, item: readonly number[]): MipModel['rows'] {
  const columns: number[][] = Array.from({ length: items }, () => []);
  item.forEach((i, variable) => {
    columns[i]?.push(variable);
  });
  return columns.map((own) => ({
    lower: 1,
    upper: 1,
    columns: Int32Array.from(own),
    values: new Float64Array(own.length).fill(1),
  }));
}

/** The row over the variables that use it, divided by its largest use. */
function sparse({ lower, upper, use }: Row, count: number): MipModel['rows'][number] {
  const uses = Float64Array.from({ length: count }, (_, variable) => use(variable));
  const size = uses.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  const used = Array.from(uses.keys()).filter((variable) => uses[variable] !== 0);
  return {
    lower: lower / size,
    upper: upper / size,
    columns: Int32Array.from(used),
    values: Float64Array.from(used, (variable) => (uses[variable] ?? 0) / size),
  };
}
