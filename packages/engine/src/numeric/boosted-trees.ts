/**
 * Trees whose values add up to F, node after node: rows whose bin of `feature` is at most `bin` go on to `left`, others
 * to `left + 1`; a leaf has feature −1. A node on the way keeps the value that it would have as a leaf.
 */
export interface BoostedTrees {
  /** Upper edges of the bins of each feature, ascending. */
  edges: Float32Array[];
  /** First node of each tree. */
  root: Int32Array;
  feature: Int32Array;
  bin: Int32Array;
  left: Int32Array;
  value: Float64Array;
}

/** 0 for NaN, then the number of edges below the value, plus one. */
export function binOf(edges: Float32Array, value: number): number {
  if (Number.isNaN(value)) return 0;
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((edges[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low + 1;
}

/** Writes the bins of the features `from` … `to` − 1 of a row. */
export function fillBins(
  trees: BoostedTrees,
  row: Float32Array,
  bins: Uint8Array,
  from = 0,
  to = row.length,
): void {
  for (let f = from; f < to; f++) {
    const edges = trees.edges[f];
    bins[f] = edges === undefined ? 0 : binOf(edges, row[f] ?? Number.NaN);
  }
}

/** F of a row given by its bins: what the logarithm of its base is corrected by. */
export function scoreOfBins(trees: BoostedTrees, bins: Uint8Array): number {
  const { root, feature, bin, left, value } = trees;
  let sum = 0;
  for (let tree = 0; tree < root.length; tree++) {
    let node = root[tree] as number;
    for (let f = feature[node] as number; f >= 0; f = feature[node] as number)
      node = (left[node] as number) + ((bins[f] as number) <= (bin[node] as number) ? 0 : 1);
    sum += value[node] as number;
  }
  return sum;
}

/** F of one row of features. */
export function boostedScore(trees: BoostedTrees, row: Float32Array): number {
  const bins = new Uint8Array(row.length);
  fillBins(trees, row, bins);
  return scoreOfBins(trees, bins);
}

/**
 * What each feature adds to F of a row: the changes of value along its way through each tree, counted for the feature
 * that is asked there (Saabas, 2014). They add up to F less the values of the roots.
 */
export function featureShares(trees: BoostedTrees, bins: Uint8Array): Float64Array {
  const { root, feature, bin, left, value } = trees;
  const shares = new Float64Array(bins.length);
  for (const first of root) {
    let node = first;
    for (let f = feature[node] ?? -1; f >= 0; f = feature[node] ?? -1) {
      const next = (left[node] ?? 0) + ((bins[f] ?? 0) <= (bin[node] ?? 0) ? 0 : 1);
      shares[f] = (shares[f] ?? 0) + (value[next] ?? 0) - (value[node] ?? 0);
      node = next;
    }
  }
  return shares;
}
