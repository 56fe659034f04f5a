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
}

/**
 * The range of a unit: `low ≤ l_1 ≤ … ≤ l_T ≤ high`; when `fixed` ≥ 0 the first phase is at `fixed` and later
 * ones between `fixed` and max(fixed, high).
 */
export function pathRange(low: number, high: number, fixed: number): PathRange {
  const from = fixed >= 0 ? fixed : low;
  const to = Math.max(from, high);
  return { low: from, first_high: fixed >= 0 ? fixed : to, high: to };
}

/** Every path of a range with at most `changes` rises of level after the first phase (default: all paths). */
export function buildPathTree(
  phaseCount: number,
  { low, first_high, high }: PathRange,
  changes = phaseCount - 1,
): PathTree {
  const paths: number[][] = [];
  const path: number[] = [];
  const descend = (phase: number, least: number, most: number, left: number): void => {
    for (let level = least; level <= most; level++) {
      const used = phase > 0 && level > least ? 1 : 0;
      if (used > left) break;
      path[phase] = level;
      if (phase === phaseCount - 1) paths.push(path.slice());
      else descend(phase + 1, level, high, left - used);
    }
  };
  descend(0, low, first_high, changes);
  return treeOfPaths(phaseCount, paths);
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
export function countPaths(phaseCount: number, { low, first_high, high }: PathRange): number {
  let total = 0;
  // After the first phase at `first`: multisets of phases − 1 levels among high − first + 1.
  for (let first = low; first <= first_high; first++)
    total += choose(phaseCount - 1 + high - first, phaseCount - 1);
  return total;
}

function choose(n: number, k: number): number {
  let value = 1;
  for (let i = 0; i < k; i++) value = (value * (n - i)) / (i + 1);
  return Math.round(value);
}
