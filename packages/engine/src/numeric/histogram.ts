import { binOf } from './boosted-trees.ts';

/** Rows of features, row-major: row n, feature f at `n * feature_count + f`. NaN is a value of its own, the lowest. */
export interface FeatureRows {
  row_count: number;
  feature_count: number;
  feature: Float32Array;
}

/** Bins of a feature, but for that of NaN. */
export const BINS = 32;

/** Upper edges of the bins of a feature: as many rows in each, where values differ. */
export function edgesOf(data: FeatureRows, f: number): Float32Array {
  const step = Math.max(1, Math.floor(data.row_count / 4000));
  const sample = new Float32Array(Math.ceil(data.row_count / step));
  let count = 0;
  for (let n = 0; n < data.row_count; n += step) {
    const value = data.feature[n * data.feature_count + f] ?? Number.NaN;
    if (!Number.isNaN(value)) sample[count++] = value;
  }
  const values = sample.subarray(0, count).sort();
  const edges = new Set<number>();
  for (let b = 1; b < BINS; b++) edges.add(values[Math.floor((b * values.length) / BINS)] ?? 0);
  return Float32Array.from([...edges].sort((a, b) => a - b));
}

/** Bin of each feature of each row: `n * feature_count + f`. */
export function binRows(data: FeatureRows, edges: readonly Float32Array[]): Uint8Array {
  const bins = new Uint8Array(data.row_count * data.feature_count);
  edges.forEach((edge, f) => {
    for (let n = 0; n < data.row_count; n++)
      bins[n * data.feature_count + f] = binOf(edge, data.feature[n * data.feature_count + f] ?? Number.NaN);
  });
  return bins;
}
