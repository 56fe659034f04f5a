import type { PathTree } from './paths.ts';

/**
 * Calls `keep` for the leaves worth keeping, by first level then by value descending. Without resources
 * that is the best leaf of each first level (the earliest among equals: the smaller discount).
 * `tolerance` (a share of the range of each resource) drops near duplicates on large problems.
 */
export function keepUndominated(
  tree: PathTree,
  values: Float64Array,
  uses: Float64Array,
  resources: number,
  tolerance: number,
  keep: (leaf: number) => void,
): void {
  const leaves = tree.leaf_node.length;
  const slack = useSlack(uses, leaves, resources, tolerance);
  let from = 0;
  while (from < leaves) {
    const first = tree.leaf_plan[from * tree.phase_count] ?? 0;
    let to = from + 1;
    while (to < leaves && tree.leaf_plan[to * tree.phase_count] === first) to++;
    if (resources === 0) keep(bestLeaf(values, from, to));
    else keepFront(values, uses, resources, slack, from, to, keep);
    from = to;
  }
}

function bestLeaf(values: Float64Array, from: number, to: number): number {
  let best = from;
  for (let leaf = from + 1; leaf < to; leaf++) if ((values[leaf] ?? 0) > (values[best] ?? 0)) best = leaf;
  return best;
}

function useSlack(uses: Float64Array, leaves: number, resources: number, tolerance: number): Float64Array {
  const slack = new Float64Array(resources);
  if (tolerance <= 0) return slack;
  for (let r = 0; r < resources; r++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let leaf = 0; leaf < leaves; leaf++) {
      const use = uses[leaf * resources + r] ?? 0;
      if (use < low) low = use;
      if (use > high) high = use;
    }
    slack[r] = tolerance * (high - low);
  }
  return slack;
}

function keepFront(
  values: Float64Array,
  uses: Float64Array,
  resources: number,
  slack: Float64Array,
  from: number,
  to: number,
  keep: (leaf: number) => void,
): void {
  const order: number[] = [];
  for (let leaf = from; leaf < to; leaf++) {
    const value = values[leaf] ?? 0;
    let slot = order.length;
    while (slot > 0 && (values[order[slot - 1] ?? 0] ?? 0) < value) {
      order[slot] = order[slot - 1] ?? 0;
      slot--;
    }
    order[slot] = leaf;
  }
  const kept: number[] = [];
  for (const leaf of order) {
    if (isDominated(leaf, kept, uses, resources, slack)) continue;
    kept.push(leaf);
    keep(leaf);
  }
}

/** `kept` are worth at least as much: one that uses no more of everything (within the slack) dominates. */
function isDominated(
  leaf: number,
  kept: readonly number[],
  uses: Float64Array,
  resources: number,
  slack: Float64Array,
): boolean {
  for (const better of kept) {
    let dominated = true;
    for (let r = 0; r < resources && dominated; r++)
      dominated = (uses[better * resources + r] ?? 0) <= (uses[leaf * resources + r] ?? 0) + (slack[r] ?? 0);
    if (dominated) return true;
  }
  return false;
}
