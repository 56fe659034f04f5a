import { type CurveShape, pathOf } from '../snapshot/curve-file.ts';
import type { PathColumns } from '../snapshot/types.ts';

/** What values the paths of some lines, as columns, out of their curves; null where the later phases are taken together. */
export function pathColumns(curves: readonly Float32Array[], shape: CurveShape): PathColumns | null {
  if (shape.phases === 0) return null;
  const width = shape.phases * shape.levels;
  const columns = {
    phase_mean: new Float32Array(curves.length * width),
    dispersion: new Float64Array(curves.length).fill(1),
    stock: new Float64Array(curves.length),
  };
  curves.forEach((curve, line) => {
    const path = pathOf(curve, shape);
    if (!path) return;
    columns.phase_mean.set(path.phase_mean, line * width);
    columns.dispersion[line] = path.dispersion;
    columns.stock[line] = path.stock;
  });
  return columns;
}
