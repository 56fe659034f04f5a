import { isBelowCostAt, isOffered, phasesByProject, projectOf } from './level-prices.ts';
import { OpenLevelSets, type OpenLevels } from './open-levels.ts';
import { countPaths, type PathRange, pathRange } from './paths.ts';
import type { MarkdownProblem } from './types.ts';

/** What is decided together: one item, or the items of a group. */
export interface DecisionUnits {
  unit_count: number;
  /** Items of unit u: `members[start[u]] … members[start[u + 1] − 1]`. */
  start: Int32Array;
  members: Int32Array;
  /** Deepest and shallowest levels it may take, and all of them as bits. */
  low: Uint8Array;
  high: Uint8Array;
  allowed: Uint32Array;
  /** Of these, the ones that are open by phase; null: all are in every phase. */
  open: readonly (OpenLevels | null)[];
  /** Project of each unit, and phases left of each project. */
  project: Int32Array;
  phases: readonly number[];
  /** Level fixed for the worked phase, −1 when free. */
  fixed: Int16Array;
  /** Number of items and stock of the unit. */
  weight: Float64Array;
  stock: Float64Array;
  /** Items whose rules leave no level. */
  blocked: Int32Array;
}

/** Gathers items into units and settles the range of levels each may take in the worked phase and later. */
export function buildUnits(problem: MarkdownProblem): DecisionUnits {
  const { start, members } = gatherMembers(problem);
  const [phases, sets] = [phasesByProject(problem), new OpenLevelSets(problem)];
  const unitCount = start.length - 1;
  const low = new Uint8Array(unitCount);
  const high = new Uint8Array(unitCount);
  const allowed = new Uint32Array(unitCount);
  const project = new Int32Array(unitCount);
  const fixed = new Int16Array(unitCount).fill(-1);
  const weight = new Float64Array(unitCount);
  const stock = new Float64Array(unitCount);
  const blocked: number[] = [];
  const openByUnit: (OpenLevels | null)[] = [];
  const whole = problem.levels.length >= 32 ? -1 : (1 << problem.levels.length) - 1;
  for (let unit = 0; unit < unitCount; unit++) {
    const items = members.subarray(start[unit], start[unit + 1]);
    for (const item of items) {
      weight[unit] = (weight[unit] ?? 0) + 1;
      stock[unit] = (stock[unit] ?? 0) + (problem.stock[item] ?? 0);
      project[unit] = projectOf(problem, item);
    }
    const { chosen, ...common } = commonLevels(problem, items, whole);
    let { levels, clash } = common;
    const set = sets.of(items, levels, phases[project[unit] ?? 0] ?? 1);
    if (set === null || hasPath(levels, chosen, set)) openByUnit[unit] = set;
    else {
      clash = true;
      levels = chosen >= 0 ? 1 << chosen : levels & -levels;
    }
    if (clash) blocked.push(...items);
    allowed[unit] = levels >>> 0;
    low[unit] = lowestBit(levels);
    high[unit] = 31 - Math.clz32(levels);
    fixed[unit] = chosen;
  }
  return {
    unit_count: unitCount,
    start,
    members,
    low,
    high,
    allowed,
    open: openByUnit,
    project,
    phases,
    fixed,
    weight,
    stock,
    blocked: Int32Array.from(blocked),
  };
}

/** What some items may all take, and the level chosen by hand for some of them; `clash`: nothing that all may. */
function commonLevels(
  problem: MarkdownProblem,
  items: Int32Array,
  whole: number,
): { levels: number; chosen: number; clash: boolean } {
  let [offered, open, levels] = [whole, whole, whole];
  let previous = 0;
  let chosen = -1;
  let clash = false;
  for (const item of items) {
    const before = problem.previous_level[item] ?? 0;
    const [prices, own] = [offeredLevels(problem, item, whole), openLevels(problem, item, whole)];
    previous = Math.max(previous, before);
    offered &= prices;
    open &= own;
    const wanted = problem.fixed_level[item] ?? -1;
    // What a person chose stands for that item, below cost too; later phases may stay there.
    levels &= (prices & own & bitsFrom(before)) | (wanted < 0 ? 0 : 1 << wanted);
    if (wanted < 0) continue;
    clash ||= chosen >= 0 && chosen !== wanted;
    chosen = Math.max(chosen, wanted);
  }
  // The others of a group follow the one chosen for, where they may.
  clash ||= levels === 0 || (chosen >= 0 && ((levels >>> chosen) & 1) === 0);
  if (chosen >= 0 && ((offered >>> chosen) & 1) === 0) chosen = -1;
  if (chosen >= 0) levels |= 1 << chosen;
  // Nothing is allowed: the nearest thing to a legal path is to stay where the last phase was.
  if (levels === 0) levels = nearestLevel(offered, open, previous);
  return { levels, chosen, clash };
}

const hasPath = (levels: number, fixed: number, open: OpenLevels): boolean =>
  countPaths(pathRange(levels >>> 0, fixed, open.phases, open)) > 0;

/** Range of levels that a unit's paths may take. */
export function rangeOf(units: DecisionUnits, unit: number): PathRange {
  return pathRange(
    units.allowed[unit] ?? 0,
    units.fixed[unit] ?? -1,
    units.phases[units.project[unit] ?? 0] ?? 1,
    units.open[unit] ?? null,
  );
}

function gatherMembers(problem: MarkdownProblem): { start: Int32Array; members: Int32Array } {
  const unitOfGroup = new Map<number, number>();
  const unitOf = new Int32Array(problem.item_count);
  let units = 0;
  for (let item = 0; item < problem.item_count; item++) {
    const group = problem.group === null ? -1 : (problem.group[item] ?? -1);
    const known = group < 0 ? undefined : unitOfGroup.get(group);
    unitOf[item] = known ?? units;
    if (known === undefined) {
      if (group >= 0) unitOfGroup.set(group, units);
      units++;
    }
  }
  const start = new Int32Array(units + 1);
  for (const unit of unitOf) start[unit + 1] = (start[unit + 1] ?? 0) + 1;
  for (let unit = 0; unit < units; unit++) start[unit + 1] = (start[unit + 1] ?? 0) + (start[unit] ?? 0);
  const members = new Int32Array(problem.item_count);
  const cursor = start.slice();
  for (let item = 0; item < problem.item_count; item++) {
    const unit = unitOf[item] ?? 0;
    members[cursor[unit] ?? 0] = item;
    cursor[unit] = (cursor[unit] ?? 0) + 1;
  }
  return { start, members };
}

/** The levels from one on, as bits. */
const bitsFrom = (level: number): number => (-1 << level) | 0;
const lowestBit = (bits: number): number => 31 - Math.clz32(bits & -bits);

/** Levels at which the item has a price. */
function offeredLevels(problem: MarkdownProblem, item: number, whole: number): number {
  if (!problem.level_price && !problem.level_base_price) return whole;
  let bits = 0;
  for (let level = 0; level < problem.levels.length; level++)
    if (isOffered(problem, item, level)) bits |= 1 << level;
  return bits;
}

/** Levels within the item's shields, and above its cost where selling below is forbidden. */
function openLevels(problem: MarkdownProblem, item: number, whole: number): number {
  const most = problem.max_level[item] ?? 0;
  let bits = whole & bitsFrom(problem.min_level[item] ?? 0) & (most >= 31 ? -1 : (1 << (most + 1)) - 1);
  if (problem.never_below_cost?.[item] !== 1) return bits;
  for (let level = 0; level < problem.levels.length; level++)
    if (isBelowCostAt(problem, item, level)) bits &= ~(1 << level);
  return bits;
}

/** One level for a unit that has none: the deepest open one, or the previous phase's, among those with a price. */
function nearestLevel(offered: number, open: number, previous: number): number {
  const among = offered === 0 ? 1 << previous : offered;
  const wished = Math.max(previous, 31 - Math.clz32(open | 1));
  const deeper = among & bitsFrom(Math.min(wished, 31));
  return deeper === 0 ? 1 << (31 - Math.clz32(among)) : deeper & -deeper;
}
