import type { PathTree } from './paths.ts';

/**
 * Calls `keep` for the leaves worth keeping, by first level then by value descending. Without resources
 * that is the best leaf of each first level (the earliest among equals: the smaller discount); with resources,
 * those that no other of the same first level beats in value and in every use. Nothing of worth is lost, so that
 * bounds stay true.
 */
export function keepUndominated(
  tree: PathTree,
  values: Float64Array,
  uses: Float64Array,
  resources: number,
  keep: (leaf: number) => void,
): void {
  const leaves = tree.leaf_node.length;
  let from = 0;
  while (from < leaves) {
    const first = tree.leaf_plan[from * tree.phase_count] ?? 0;
    let to = from + 1;
    while (to < leaves && tree.leaf_plan[to * tree.phase_count] === first) to++;
    if (resources === 0) keep(bestLeaf(values, from, to));
    else keepFront(values, uses, resources, from, to, keep);
    from = to;
  }
}

function bestLeaf(values: Float64Array, from: number, to: number): number {
  let best = from;
  for (let leaf = from + 1; leaf < to; leaf++) if ((values[leaf] ?? 0) > (values[best] ?? 0)) best = leaf;
  return best;
}

function keepFront(
  values: Float64Array,
  uses: Float64Array,
  resources: number,
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
  let kept = 0;
  for (const leaf of order) {
    if (isDominated(leaf, order, kept, uses, resources)) continue;
    // The front is gathered at the head of the order, over leaves already looked at.
    order[kept++] = leaf;
    keep(leaf);
  }
}

/** The first `kept` of `order` are worth at least as much: one that uses no more of everything dominates. */
function isDominated(
  leaf: number,
  order: readonly number[],
  kept: number,
  uses: Float64Array,
  resources: number,
): boolean {
  for (let k = 0; k < kept; k++) {
    const better = (order[k] ?? 0) * resources;
    let dominated = true;
    for (let r = 0; r < resources && dominated; r++)
      dominated = (uses[better + r] ?? 0) <= (uses[leaf * resources + r] ?? 0);
    if (dominated) return true;
  }
  return false;
}
