import { expectedSales, expectedSalesWith, salesConstant } from '../numeric/negative-binomial.ts';
import { SalesCurve } from '../numeric/sales-curve.ts';
import { buildPathTree, type PathTree } from './paths.ts';
import { keepUndominated } from './prune.ts';
import type { Resource } from './rows.ts';
import type { MarkdownProblem } from './types.ts';
import type { DecisionUnits } from './units.ts';

/**
 * The paths worth considering, unit by unit: candidates of unit u are `start[u] … start[u + 1] − 1`,
 * by first level ascending. A path is dropped when another with the same first level is worth at least
 * as much and uses no more of any resource.
 */
export interface CandidateTable {
  start: Int32Array;
  level: Uint8Array;
  value: Float64Array;
  /** Resource r of candidate c at `c * resource_count + r`; less is better. */
  use: Float64Array;
  resource_count: number;
  /** Levels of candidate c at `c * phase_count + p`. */
  plan: Uint8Array;
  phase_count: number;
}

/** Weight of « the smaller and later discount » in écoulement: a tie-break only. */
const DEPTH_TIE_BREAK = 1e-6;
/** Share of the attainable units at which écoulement stops asking for more. */
export const CLEARANCE_TARGET = 0.99;

interface Scratch {
  /** Reads expected sales from a table (large scopes); null: computed one by one. */
  curve: SalesCurve | null;
  /** Money and resources of one unit sold, by level. */
  level_value: Float64Array;
  level_use: Float64Array;
  mean: Float64Array;
  sales: Float64Array;
  value: Float64Array;
  use: Float64Array;
  leaf_value: Float64Array;
  leaf_use: Float64Array;
  leaf_units: Float64Array;
}

/** Values every path of every unit and keeps the undominated ones. */
export function buildCandidates(
  problem: MarkdownProblem,
  units: DecisionUnits,
  resources: readonly Resource[],
  interpolate: boolean,
): CandidateTable {
  const trees = new Map<number, PathTree>();
  const output = new CandidateWriter(units.unit_count, resources.length, problem.phase_count);
  const curve = interpolate ? new SalesCurve() : null;
  const levels = problem.levels.length;
  let scratch = newScratch(0, 0, levels, resources.length, curve);
  for (let unit = 0; unit < units.unit_count; unit++) {
    const tree = treeOf(trees, problem.phase_count, units, unit);
    if (scratch.mean.length < tree.node_level.length)
      scratch = newScratch(tree.node_level.length, tree.leaf_node.length, levels, resources.length, curve);
    scratch.leaf_value.fill(0, 0, tree.leaf_node.length);
    scratch.leaf_use.fill(0, 0, tree.leaf_node.length * resources.length);
    for (let slot = units.start[unit] ?? 0; slot < (units.start[unit + 1] ?? 0); slot++)
      addItem(problem, units.members[slot] ?? 0, tree, resources, scratch);
    output.start[unit] = output.count;
    keepUndominated(tree, scratch.leaf_value, scratch.leaf_use, resources.length, (leaf) =>
      output.push(tree, leaf, scratch.leaf_value, scratch.leaf_use),
    );
  }
  return output.finish();
}

function treeOf(trees: Map<number, PathTree>, phases: number, units: DecisionUnits, unit: number): PathTree {
  const low = units.low[unit] ?? 0;
  const high = units.high[unit] ?? 0;
  const fixed = units.fixed[unit] ?? -1;
  const key = (low * 256 + high) * 512 + fixed + 1;
  let tree = trees.get(key);
  if (tree === undefined) {
    tree = buildPathTree(phases, low, high, fixed);
    trees.set(key, tree);
  }
  return tree;
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
    mean: new Float64Array(nodes),
    sales: new Float64Array(nodes),
    value: new Float64Array(nodes),
    use: new Float64Array(nodes * resources),
    leaf_value: new Float64Array(leaves),
    leaf_use: new Float64Array(leaves * resources),
    leaf_units: new Float64Array(leaves),
  };
}

/** Money brought by one unit sold at a discount, by goal; the residual value lowers the cost of a unit sold. */
export function unitValue(problem: MarkdownProblem, item: number, discount: number): number {
  const goal = problem.goal[item] ?? 0;
  const cost = problem.cost[item] ?? 0;
  if (goal === 1) return (problem.price[item] ?? 0) * (1 - discount);
  if (goal === 2) return cost;
  return (problem.base_price[item] ?? 0) * (1 - discount) - problem.residual_value * cost;
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
  for (let node = 0; node < tree.node_level.length; node++) {
    const parent = tree.node_parent[node] ?? -1;
    const level = tree.node_level[node] ?? 0;
    const phase = tree.node_phase[node] ?? 0;
    const quantity = (sales[node] ?? 0) - (parent < 0 ? 0 : (sales[parent] ?? 0));
    value[node] = (parent < 0 ? 0 : (value[parent] ?? 0)) + (worth[level] ?? 0) * quantity;
    for (let r = 0; r < count; r++) {
      const before = parent < 0 ? 0 : (use[parent * count + r] ?? 0);
      const counted = phase <= (resources[r]?.by_phase ?? 0);
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
  problem.levels.forEach((discount, level) => {
    scratch.level_value[level] = unitValue(problem, item, discount);
    for (let r = 0; r < count; r++)
      scratch.level_use[level * count + r] = resourceUse(
        problem,
        item,
        resources[r]?.kind ?? 'units',
        discount,
      );
  });
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
  const whole = Math.floor(stock);
  const regular = whole === stock && whole > 0 && shape <= 1e6 && least > 0;
  const { curve } = scratch;
  if (curve !== null && regular && SalesCurve.knotsNeeded(shape, whole, least, most) < nodes / 2) {
    curve.fill(shape, whole, least, most);
    for (let node = 0; node < nodes; node++) sales[node] = curve.at(Math.log(mean[node] ?? 1));
    return;
  }
  const constant = regular ? salesConstant(shape, whole) : 0;
  for (let node = 0; node < nodes; node++) {
    const cumulated = mean[node] ?? 0;
    sales[node] = regular
      ? expectedSalesWith(shape, cumulated, whole, constant)
      : expectedSales(shape, cumulated, stock);
  }
}

function resourceUse(
  problem: MarkdownProblem,
  item: number,
  kind: Resource['kind'],
  discount: number,
): number {
  if (kind === 'budget') return (problem.price[item] ?? 0) * discount;
  if (kind === 'units') return -1;
  return (problem.cost[item] ?? 0) - (problem.base_price[item] ?? 0) * (1 - discount);
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

/** Grows the flat table as candidates arrive. */
class CandidateWriter {
  readonly start: Int32Array;
  count = 0;
  readonly #resources: number;
  readonly #phases: number;
  #level = new Uint8Array(1024);
  #value = new Float64Array(1024);
  #use: Float64Array;
  #plan: Uint8Array;

  constructor(units: number, resources: number, phases: number) {
    this.start = new Int32Array(units + 1);
    this.#resources = resources;
    this.#phases = phases;
    this.#use = new Float64Array(1024 * resources);
    this.#plan = new Uint8Array(1024 * phases);
  }

  push(tree: PathTree, leaf: number, values: Float64Array, uses: Float64Array): void {
    if (this.count === this.#level.length) this.#grow();
    const at = this.count++;
    this.#level[at] = tree.leaf_plan[leaf * this.#phases] ?? 0;
    this.#value[at] = values[leaf] ?? 0;
    for (let r = 0; r < this.#resources; r++)
      this.#use[at * this.#resources + r] = uses[leaf * this.#resources + r] ?? 0;
    for (let p = 0; p < this.#phases; p++)
      this.#plan[at * this.#phases + p] = tree.leaf_plan[leaf * this.#phases + p] ?? 0;
  }

  #grow(): void {
    const size = Math.ceil(this.#level.length * 1.7);
    const level = new Uint8Array(size);
    level.set(this.#level);
    this.#level = level;
    this.#value = grown(this.#value, size);
    this.#use = grown(this.#use, size * this.#resources);
    const plan = new Uint8Array(size * this.#phases);
    plan.set(this.#plan);
    this.#plan = plan;
  }

  finish(): CandidateTable {
    this.start[this.start.length - 1] = this.count;
    return {
      start: this.start,
      level: this.#level,
      value: this.#value,
      use: this.#use,
      resource_count: this.#resources,
      plan: this.#plan,
      phase_count: this.#phases,
    };
  }
}

function grown(values: Float64Array, size: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(size);
  larger.set(values);
  return larger;
}
