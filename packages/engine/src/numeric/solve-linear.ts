/** Gauss elimination of a symmetric positive system; the right-hand side is the last column. */
export function solveLinear(rows: Float64Array[]): Float64Array {
  const size = rows.length;
  for (let pivot = 0; pivot < size; pivot++) {
    const row = rows[pivot];
    const scale = row?.[pivot] ?? 0;
    if (row === undefined || Math.abs(scale) < 1e-12) continue;
    for (let r = 0; r < size; r++) {
      const other = rows[r];
      if (r === pivot || other === undefined) continue;
      const factor = (other[pivot] ?? 0) / scale;
      for (let c = pivot; c <= size; c++) other[c] = (other[c] ?? 0) - factor * (row[c] ?? 0);
    }
  }
  return Float64Array.from(rows, (row, r) => ((row[r] ?? 0) !== 0 ? (row[size] ?? 0) / (row[r] ?? 1) : 0));
}
