import { expectedSales, expectedSalesWith, salesConstant } from '@palier/domain';
import { SalesCurve } from '../numeric/sales-curve.ts';
import { type CandidateTable, CandidateWriter } from './candidate-table.ts';
import { projectOf } from './level-prices.ts';
import { buildPathTree, countPaths, lowestPath, type PathTree, rangeKey, treeOfPaths } from './paths.ts';
import { keepUndominated } from './prune.ts';
import type { Resource } from './rows.ts';
import type { MarkdownProblem } from './types.ts';
import { CLEARANCE_TARGET, DEPTH_TIE_BREAK, unitUse, unitValue } from './unit-value.ts';
import { type DecisionUnits, rangeOf } from './units.ts';
import { type PathPool, widePaths } from './wide.ts';

/** How candidates are made. */
export interface CandidateOptions {
  /** Expected sales are read from interpolated curves (large scopes). */
  interpolate: boolean;
  /** Paths above which a unit's are searched instead of listed. */
  path_limit: number;
  /** Paths found for units with too many of them; null: none yet. */
  pool?: PathPool | null;
  onProgress?: (share: number) => void;
  isCancelled?: () => boolean;
}

/** Units between two looks at the clock of the caller: progress and cancellation. */
const STEP = 500;

interface Scratch {
  /** Reads expected sales from a table (large scopes); null: computed one by one. */
  curve: SalesCurve | null;
  /** Money and resources of one unit sold, by level. */
  level_value: Float64Array;
  level_use: Float64Array;
  /** Last phase that counts, by resource. */
  last_phase: Int32Array;
  mean: Float64Array;
  sales: Float64Array;
  value: Float64Array;
  use: Float64Array;
  leaf_value: Float64Array;
  leaf_use: Float64Array;
  leaf_units: Float64Array;
}

/**
 * Values the paths of every unit and keeps the undominated ones. Once cancelled, the units left keep their
 * lowest path, without a value.
 */
export function buildCandidates(
  problem: MarkdownProblem,
  units: DecisionUnits,
  resources: readonly Resource[],
  options: CandidateOptions,
): CandidateTable {
  const trees = new PathTrees(problem, resources, options);
  const output = new CandidateWriter(units.unit_count, resources.length, problem.phase_count);
  const curve = options.interpolate ? new SalesCurve() : null;
  const levels = problem.levels.length;
  let scratch = newScratch(0, 0, levels, resources.length, curve);
  let cancelled = false;
  for (let unit = 0; unit < units.unit_count; unit++) {
    if (unit % STEP === 0) {
      options.onProgress?.(unit / units.unit_count);
      cancelled ||= options.isCancelled?.() === true;
    }
    const tree = cancelled ? trees.lowest(units, unit) : trees.of(units, unit);
    // A tree of fewer nodes may have more leaves: where the first discount is chosen by hand, or a phase is left.
    const nodes = Math.max(scratch.mean.length, tree.node_level.length);
    const leaves = Math.max(scratch.leaf_value.length, tree.leaf_node.length);
    if (nodes > scratch.mean.length || leaves > scratch.leaf_value.length)
      scratch = newScratch(nodes, leaves, levels, resources.length, curve);
    scratch.leaf_value.fill(0, 0, tree.leaf_node.length);
    scratch.leaf_use.fill(0, 0, tree.leaf_node.length * resources.length);
    for (let slot = units.start[unit] ?? 0; slot < (units.start[unit + 1] ?? 0) && !cancelled; slot++)
      addItem(problem, units.members[slot] ?? 0, tree, resources, scratch);
    output.beginUnit(unit);
    keepUndominated(tree, scratch.leaf_value, scratch.leaf_use, resources.length, (leaf) =>
      output.push(tree, leaf, scratch.leaf_value, scratch.leaf_use),
    );
  }
  return output.finish();
}

/** The tree of paths of each unit: all of them, shared by range; or those found where they are too many. */
class PathTrees {
  readonly #problem: MarkdownProblem;
  readonly #options: CandidateOptions;
  readonly #whole = new Map<number | string, PathTree | null>();
  readonly #resources: readonly Resource[];
  #search: ReturnType<typeof widePaths> | null = null;

  constructor(problem: MarkdownProblem, resources: readonly Resource[], options: CandidateOptions) {
    this.#problem = problem;
    this.#resources = resources;
    this.#options = options;
  }

  of(units: DecisionUnits, unit: number): PathTree {
    const range = rangeOf(units, unit);
    const key = rangeKey(range);
    let tree = this.#whole.get(key);
    if (tree === undefined) {
      const listed = countPaths(range) <= this.#options.path_limit;
      tree = listed ? buildPathTree(range) : null;
      this.#whole.set(key, tree);
    }
    if (tree !== null) return tree;
    this.#search ??= widePaths(this.#problem, this.#resources, this.#options.pool ?? null);
    return treeOfPaths(range.phases, this.#search(units, unit, range));
  }

  lowest(units: DecisionUnits, unit: number): PathTree {
    const range = rangeOf(units, unit);
    return treeOfPaths(range.phases, [lowestPath(range)]);
  }
}

function newScratch(
  nodes: number,
  leaves: number,
  levels: number,
  resources: number,
  curve: SalesCurve | null,
): Scratch {
  return {
    curve,
    level_value: new Float64Array(levels),
    level_use: new Float64Array(levels * resources),
    last_phase: new Int32Array(resources),
    mean: new Float64Array(nodes),
    sales: new Float64Array(nodes),
    value: new Float64Array(nodes),
    use: new Float64Array(nodes * resources),
    leaf_value: new Float64Array(leaves),
    leaf_use: new Float64Array(leaves * resources),
    leaf_units: new Float64Array(leaves),
  };
}

function addItem(
  problem: MarkdownProblem,
  item: number,
  tree: PathTree,
  resources: readonly Resource[],
  scratch: Scratch,
): void {
  sellAlongTree(problem, item, tree, scratch);
  fillLevels(problem, item, resources, scratch);
  const { sales, value, use, level_value: worth, level_use: levelUse } = scratch;
  const count = resources.length;
  const project = projectOf(problem, item);
  for (let r = 0; r < count; r++) scratch.last_phase[r] = resources[r]?.by_phase[project] ?? 0;
  for (let node = 0; node < tree.node_level.length; node++) {
    const parent = tree.node_parent[node] ?? -1;
    const level = tree.node_level[node] ?? 0;
    const phase = tree.node_phase[node] ?? 0;
    const quantity = (sales[node] ?? 0) - (parent < 0 ? 0 : (sales[parent] ?? 0));
    value[node] = (parent < 0 ? 0 : (value[parent] ?? 0)) + (worth[level] ?? 0) * quantity;
    for (let r = 0; r < count; r++) {
      const before = parent < 0 ? 0 : (use[parent * count + r] ?? 0);
      const counted = phase <= (scratch.last_phase[r] ?? 0);
      use[node * count + r] = counted ? before + (levelUse[level * count + r] ?? 0) * quantity : before;
    }
  }
  const clearance = problem.goal[item] === 2 ? clearanceRule(problem, item, tree, scratch) : null;
  for (let leaf = 0; leaf < tree.leaf_node.length; leaf++) {
    const node = tree.leaf_node[leaf] ?? 0;
    const gain = clearance === null ? (value[node] ?? 0) : clearance(leaf, sales[node] ?? 0);
    scratch.leaf_value[leaf] = (scratch.leaf_value[leaf] ?? 0) + gain;
    for (let r = 0; r < count; r++) {
      const at = leaf * count + r;
      scratch.leaf_use[at] = (scratch.leaf_use[at] ?? 0) + (use[node * count + r] ?? 0);
    }
  }
}

function fillLevels(
  problem: MarkdownProblem,
  item: number,
  resources: readonly Resource[],
  scratch: Scratch,
): void {
  const count = resources.length;
  for (let level = 0; level < problem.levels.length; level++) {
    scratch.level_value[level] = unitValue(problem, item, level);
    for (let r = 0; r < count; r++)
      scratch.level_use[level * count + r] = unitUse(problem, item, resources[r]?.kind ?? 'units', level);
  }
}

/** Cumulative expected sales at every node: S(M, I) of the demand cumulated along the prefix. */
function sellAlongTree(problem: MarkdownProblem, item: number, tree: PathTree, scratch: Scratch): void {
  const levels = problem.levels.length;
  const { mean, sales } = scratch;
  const base = item * problem.phase_count * levels;
  const nodes = tree.node_level.length;
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (let node = 0; node < nodes; node++) {
    const parent = tree.node_parent[node] ?? -1;
    const at = base + (tree.node_phase[node] ?? 0) * levels + (tree.node_level[node] ?? 0);
    const cumulated = (parent < 0 ? 0 : (mean[parent] ?? 0)) + (problem.phase_mean[at] ?? 0);
    mean[node] = cumulated;
    if (cumulated < least) least = cumulated;
    if (cumulated > most) most = cumulated;
  }
  const stock = problem.stock[item] ?? 0;
  const shape = problem.dispersion[item] ?? 1;
  const regular = stock > 0 && shape <= 1e6 && least > 0;
  const { curve } = scratch;
  if (curve !== null && regular) {
    const knots = SalesCurve.knotsNeeded(shape, stock, least, most);
    if (knots < nodes / (Number.isInteger(stock) ? 2 : 1)) {
      curve.fill(shape, stock, least, most);
      for (let node = 0; node < nodes; node++) sales[node] = curve.at(Math.log(mean[node] ?? 1));
      return;
    }
  }
  const whole = regular && Number.isInteger(stock);
  const constant = whole ? salesConstant(shape, stock) : 0;
  for (let node = 0; node < nodes; node++) {
    const cumulated = mean[node] ?? 0;
    sales[node] = whole
      ? expectedSalesWith(shape, cumulated, stock, constant)
      : expectedSales(shape, cumulated, stock);
  }
}

/** Écoulement, in order: reach 99 % of the attainable units, then the smallest and latest discount. */
function clearanceRule(
  problem: MarkdownProblem,
  item: number,
  tree: PathTree,
  scratch: Scratch,
): (leaf: number, units: number) => number {
  const cost = problem.cost[item] ?? 0;
  let most = 0;
  for (const node of tree.leaf_node) most = Math.max(most, scratch.sales[node] ?? 0);
  return (leaf, units) => {
    let depth = 0;
    for (let phase = 0; phase < tree.phase_count; phase++)
      depth += problem.levels[tree.leaf_plan[leaf * tree.phase_count + phase] ?? 0] ?? 0;
    return cost * (Math.min(units, CLEARANCE_TARGET * most) - DEPTH_TIE_BREAK * most * depth);
  };
}
