import { firstDiscount, type OpenLevels, opens } from './open-levels.ts';

/**
 * Non-decreasing level paths over the phases, as a prefix tree in preorder: sales of a prefix are
 * computed once for all the paths that share it. Leaves come in lexicographic order of their levels.
 */
export interface PathTree {
  phase_count: number;
  node_phase: Uint8Array;
  node_level: Uint8Array;
  /** Parent node, −1 at the first phase. */
  node_parent: Int32Array;
  leaf_node: Int32Array;
  /** Levels of leaf n at `n * phase_count + p`. */
  leaf_plan: Uint8Array;
}

/** Levels that a unit may take: the first phase between `low` and `first_high`, later ones up to `high`. */
export interface PathRange {
  low: number;
  first_high: number;
  high: number;
  /** Levels that it may take, as bits. */
  allowed: number;
  /** Those open by phase; null: all of them. */
  open: OpenLevels | null;
  /** Phases of its paths. */
  phases: number;
}

/**
 * The range of a unit: `low ≤ l_1 ≤ … ≤ l_T ≤ high` among the allowed levels (bits); when `fixed` ≥ 0 the first phase
 * is at `fixed` and later ones at it or deeper.
 */
export function pathRange(
  allowed: number,
  fixed: number,
  phases: number,
  open: OpenLevels | null = null,
): PathRange {
  const lowest = 31 - Math.clz32(allowed & -allowed);
  const deepest = 31 - Math.clz32(allowed);
  const low = fixed >= 0 ? fixed : lowest;
  const first_high = fixed >= 0 ? fixed : deepest;
  return { low, first_high, high: Math.max(low, deepest), allowed, open, phases };
}

/** Whether a range has a level. */
export const allows = ({ allowed }: Pick<PathRange, 'allowed'>, level: number): boolean =>
  ((allowed >>> level) & 1) === 1;

/** Ranges of the same key have the same paths: 32 bits of levels, 21 of the rest, and the number of what is open. */
export function rangeKey({ low, first_high, high, allowed, open, phases }: PathRange): number | string {
  const key = allowed + 2 ** 32 * (((phases * 32 + low) * 32 + first_high) * 32 + high);
  return open === null ? key : `${key}/${open.number}`;
}

/** Every path of a range with at most `changes` rises of level after the first phase (default: all paths). */
export function buildPathTree(range: PathRange, changes = range.phases - 1): PathTree {
  const paths: number[][] = [];
  visitPaths(range, changes, (path) => {
    paths.push(path.slice());
    return true;
  });
  return treeOfPaths(range.phases, paths);
}

/** The first path of a range in lexicographic order. */
export function lowestPath(range: PathRange): ArrayLike<number> {
  let lowest: number[] | null = null;
  visitPaths(range, range.phases - 1, (path) => {
    lowest = path.slice();
    return false;
  });
  return lowest ?? new Uint8Array(range.phases).fill(range.low);
}

/** Visits the paths of a range in lexicographic order, until told to stop. */
function visitPaths(range: PathRange, changes: number, visit: (path: readonly number[]) => boolean): void {
  const { low, first_high, high, open, phases: phaseCount } = range;
  const path: number[] = [];
  const descend = (phase: number, least: number, most: number, left: number, first: number): boolean => {
    for (let level = least; level <= most; level++) {
      if (!allows(range, level)) continue;
      const used = phase > 0 && level > least ? 1 : 0;
      if (used > left) break;
      const from = firstDiscount(open, first, phase, level);
      if (!opens(open, from, phase, level)) continue;
      path[phase] = level;
      const isLast = phase === phaseCount - 1;
      if (!(isLast ? visit(path) : descend(phase + 1, level, high, left - used, from))) return false;
    }
    return true;
  };
  descend(0, low, first_high, changes, -1);
}

/** The prefix tree of some paths, given in lexicographic order without repeats. */
export function treeOfPaths(phaseCount: number, paths: readonly ArrayLike<number>[]): PathTree {
  const phases: number[] = [];
  const levels: number[] = [];
  const parents: number[] = [];
  const leaves = new Int32Array(paths.length);
  const plans = new Uint8Array(paths.length * phaseCount);
  const branch = new Int32Array(phaseCount);
  let before: ArrayLike<number> | null = null;
  paths.forEach((path, n) => {
    let phase = 0;
    while (before !== null && phase < phaseCount && before[phase] === path[phase]) phase++;
    for (; phase < phaseCount; phase++) {
      branch[phase] = phases.push(phase) - 1;
      levels.push(path[phase] ?? 0);
      parents.push(phase === 0 ? -1 : (branch[phase - 1] ?? -1));
    }
    leaves[n] = branch[phaseCount - 1] ?? 0;
    for (let p = 0; p < phaseCount; p++) plans[n * phaseCount + p] = path[p] ?? 0;
    before = path;
  });
  return {
    phase_count: phaseCount,
    node_phase: Uint8Array.from(phases),
    node_level: Uint8Array.from(levels),
    node_parent: Int32Array.from(parents),
    leaf_node: leaves,
    leaf_plan: plans,
  };
}

/** Number of non-decreasing paths of a range. */
export function countPaths(range: PathRange): number {
  if (range.open !== null) return countOpenPaths(range, range.open);
  const levels = Array.from({ length: range.high + 1 }, (_, level) => level).filter(
    (level) => level >= range.low && allows(range, level),
  );
  let total = 0;
  // After the first phase at the n-th level: multisets of phases − 1 levels among those left.
  levels.forEach((first, n) => {
    if (first <= range.first_high) total += choose(range.phases - 2 + levels.length - n, range.phases - 1);
  });
  return total;
}

/** Whether a range has paths without any discount in the first phase. */
export const mayWait = (range: PathRange, { nought }: OpenLevels): boolean =>
  nought >= 0 && range.low <= nought && allows(range, nought);

/** The same where some levels are closed in some phases: by the phase of the first discount, level by level. */
function countOpenPaths(range: PathRange, open: OpenLevels): number {
  const { low, first_high, high, phases } = range;
  const waits = mayWait(range, open);
  let total = waits ? 1 : 0;
  for (let first = 0; first < (waits ? phases : 1); first++) {
    const paths = new Float64Array(high + 1);
    for (let phase = first; phase < phases; phase++) {
      let until = 0;
      for (let level = Math.max(low, open.nought + 1); level <= high; level++) {
        until += paths[level] ?? 0;
        const begins = phase === first ? Number(phase > 0 || level <= first_high) : until;
        paths[level] = allows(range, level) && opens(open, first, phase, level) ? begins : 0;
      }
    }
    total += paths.reduce((sum, count) => sum + count, 0);
  }
  return total;
}

function choose(n: number, k: number): number {
  let value = 1;
  for (let i = 0; i < k; i++) value = (value * (n - i)) / (i + 1);
  return Math.round(value);
}
