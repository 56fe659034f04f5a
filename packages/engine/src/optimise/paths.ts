/**
 * The non-decreasing level paths over the phases, as a prefix tree in preorder: sales of a prefix are
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

/** Beyond this many paths, only those with few changes of level are kept. */
const PATH_LIMIT = 3000;

/**
 * Paths l_1 ≤ … ≤ l_T with `low ≤ l_1 ≤ l_T ≤ high`; when `fixed` ≥ 0 the first phase is at `fixed` and
 * later ones between `fixed` and max(fixed, high). When there are more than 3,000 paths, those with
 * more changes of level than fit are left out.
 */
export function buildPathTree(phaseCount: number, low: number, high: number, fixed: number): PathTree {
  const from = fixed >= 0 ? fixed : low;
  const to = Math.max(from, high);
  let changes = phaseCount - 1;
  const firstTo = fixed >= 0 ? fixed : to;
  while (changes > 1 && countPaths(phaseCount, from, firstTo, to, changes) > PATH_LIMIT) changes--;
  const phases: number[] = [];
  const levels: number[] = [];
  const parents: number[] = [];
  const leaves: number[] = [];
  const plans: number[] = [];
  const path: number[] = [];
  const descend = (phase: number, least: number, most: number, parent: number, left: number): void => {
    for (let level = least; level <= most; level++) {
      const used = phase > 0 && level > least ? 1 : 0;
      if (used > left) break;
      const node = phases.push(phase) - 1;
      levels.push(level);
      parents.push(parent);
      path[phase] = level;
      if (phase === phaseCount - 1) {
        leaves.push(node);
        plans.push(...path);
      } else descend(phase + 1, level, to, node, left - used);
    }
  };
  descend(0, from, firstTo, -1, changes);
  return {
    phase_count: phaseCount,
    node_phase: Uint8Array.from(phases),
    node_level: Uint8Array.from(levels),
    node_parent: Int32Array.from(parents),
    leaf_node: Int32Array.from(leaves),
    leaf_plan: Uint8Array.from(plans),
  };
}

/** Number of non-decreasing paths with at most `changes` increases after the first phase. */
function countPaths(phases: number, from: number, firstTo: number, to: number, changes: number): number {
  let total = 0;
  for (let first = from; first <= firstTo; first++) {
    // Choose which phases change (of phases − 1) and which higher levels are visited.
    for (let c = 0; c <= changes; c++) total += choose(phases - 1, c) * choose(to - first, c);
  }
  return total;
}

function choose(n: number, k: number): number {
  if (k > n) return 0;
  let value = 1;
  for (let i = 0; i < k; i++) value = (value * (n - i)) / (i + 1);
  return Math.round(value);
}
