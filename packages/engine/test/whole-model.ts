import { expectedSales } from '../../domain/src/numeric/negative-binomial.ts';
import { quotaBounds } from '../src/optimise/rows.ts';
import type { Constraint, MarkdownProblem, MipModel } from '../src/optimise/types.ts';

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

interface Row {
  lower: number;
  upper: number;
  use: (variable: number) => number;
}
/** Money of one unit of an item sold at a level. */
type Worth = (item: number, level: number) => number;

/** @param binary false: the relaxation, whose optimum bounds every plan and is quick to prove. */
export function wholeModel(problem: MarkdownProblem, binary: boolean): WholeModel {
  const phases = problem.phase_count;
  const item: number[] = [];
  const plans: number[] = [];
  const units: number[] = [];
  const paths = new Map<number, number[][]>();
  for (let i = 0; i < problem.item_count; i++) {
    const left = phasesLeft(problem, i);
    const known = paths.get(left) ?? allPaths(problem.levels.length, left);
    paths.set(left, known);
    for (const path of known) {
      if (!isLegal(problem, i, path)) continue;
      item.push(i);
      // Beyond its project's phases a path stays, and sells nothing.
      const last = path.at(-1) ?? 0;
      plans.push(...path, ...Array.from({ length: phases - left }, () => last));
      units.push(...soldAlong(problem, i, path), ...Array.from({ length: phases - left }, () => 0));
    }
  }
  const count = item.length;
  const sum: Sum = (variable, worth, by) => {
    const i = item[variable] ?? 0;
    const asked = typeof by === 'number' ? by : by?.[problem.project?.[i] ?? 0];
    let total = 0;
    for (let p = 0; p <= Math.min(asked ?? phases - 1, phases - 1); p++)
      total += worth(i, plans[variable * phases + p] ?? 0) * (units[variable * phases + p] ?? 0);
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

const phasesLeft = (problem: MarkdownProblem, item: number): number =>
  problem.project_phases?.[problem.project?.[item] ?? 0] ?? problem.phase_count;

function allPaths(levels: number, phases: number): number[][] {
  let paths: number[][] = [[]];
  for (let p = 0; p < phases; p++)
    paths = paths.flatMap((path) =>
      Array.from({ length: levels - (path.at(-1) ?? 0) }, (_, step) => [...path, (path.at(-1) ?? 0) + step]),
    );
  return paths;
}

const withTax =
  (problem: MarkdownProblem): Worth =>
  (item, level) =>
    problem.level_price?.[item * problem.levels.length + level] ??
    (problem.price[item] ?? 0) * (1 - (problem.levels[level] ?? 0));
const withoutTax =
  (problem: MarkdownProblem): Worth =>
  (item, level) =>
    problem.level_base_price?.[item * problem.levels.length + level] ??
    (problem.base_price[item] ?? 0) * (1 - (problem.levels[level] ?? 0));

function isLegal(problem: MarkdownProblem, item: number, path: readonly number[]): boolean {
  const fixed = problem.fixed_level[item] ?? -1;
  const least = Math.max(problem.min_level[item] ?? 0, problem.previous_level[item] ?? 0);
  const floor = problem.never_below_cost?.[item] === 1 ? (problem.cost[item] ?? 0) - 1e-9 : -Infinity;
  const begins = path.findIndex((level) => (problem.levels[level] ?? 0) > 0);
  const phases = problem.phase_count;
  return path.every((level, phase) => {
    const open = problem.open_levels?.[(item * phases + begins) * phases + phase];
    const isOpen = begins < 0 || phase < begins || open === undefined || ((open >>> level) & 1) === 1;
    if (!isOpen && level !== fixed) return false;
    if (Number.isNaN(withTax(problem)(item, level)) || Number.isNaN(withoutTax(problem)(item, level)))
      return false;
    if (fixed >= 0 && (phase === 0 || level === fixed)) return level === fixed;
    const shielded = level >= least && level <= (problem.max_level[item] ?? 0);
    return shielded && withoutTax(problem)(item, level) >= floor;
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

function goalWorth(problem: MarkdownProblem): Worth {
  const [price, net] = [withTax(problem), withoutTax(problem)];
  return (item, level) =>
    problem.goal[item] === 1
      ? price(item, level)
      : net(item, level) - (problem.residual_value[item] ?? 1) * (problem.cost[item] ?? 0);
}

type Sum = (variable: number, worth: Worth, by?: number | readonly number[]) => number;

function couplingRows(
  problem: MarkdownProblem,
  rule: Constraint,
  sum: Sum,
  place: (variable: number) => [item: number, level: number],
): Row[] {
  const counts = (item: number) => rule.project === undefined || problem.project?.[item] === rule.project;
  const own = Array.from({ length: problem.item_count }, (_, item) => item).filter(counts);
  const stock = own.reduce((total, item) => total + (problem.stock[item] ?? 0), 0);
  const only = (use: (v: number) => number) => (v: number) => (counts(place(v)[0]) ? use(v) : 0);
  const [price, net] = [withTax(problem), withoutTax(problem)];
  if (rule.kind === 'budget') {
    const given: Worth = (item, level) => (problem.price[item] ?? 0) - price(item, level);
    const use = only((v) => sum(v, given, rule.by_phase));
    return [{ lower: Number.NEGATIVE_INFINITY, upper: rule.max_amount, use }];
  }
  if (rule.kind === 'min_profit') {
    const margin: Worth = (item, level) => net(item, level) - (problem.cost[item] ?? 0);
    return [{ lower: rule.min_amount, upper: Number.POSITIVE_INFINITY, use: only((v) => sum(v, margin)) }];
  }
  if (rule.kind === 'min_merit') {
    // A unit sold brings its price and is not left over: the stock's whole loss is owed at first.
    const kept = (item: number) => (problem.residual_value[item] ?? 1) * (problem.cost[item] ?? 0);
    const owed = own.reduce(
      (total, item) => total + ((problem.cost[item] ?? 0) - kept(item)) * (problem.stock[item] ?? 0),
      0,
    );
    const worth: Worth = (item, level) => net(item, level) - kept(item);
    const use = only((v) => sum(v, worth));
    return [{ lower: rule.min_amount + owed, upper: Number.POSITIVE_INFINITY, use }];
  }
  if (rule.kind === 'sell_through') {
    if (!rule.hard) return [];
    const sold = own.reduce((total, item) => total + (problem.season_sold?.[item] ?? 0), 0);
    const lower = rule.min_share * (sold + stock) - sold;
    const use = only((v) => sum(v, () => 1, rule.by_phase));
    return [{ lower, upper: Number.POSITIVE_INFINITY, use }];
  }
  const byCount = rule.kind === 'count_quota';
  const [lower, upper] = quotaBounds(rule, byCount ? own.length : stock);
  const use = only((v) => {
    const [item, level] = place(v);
    return level === rule.level ? (byCount ? 1 : (problem.stock[item] ?? 0)) : 0;
  });
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
