import type { DemandCurve, Line } from '@palier/domain';
import type { Row } from '../database/read-rows.ts';
import { pathOf, restOf } from '../snapshot/curve-file.ts';
import { splitLists } from './stored-columns.ts';

function plainValue(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') return Number(value);
  return value;
}

/** Puts `family.name` inside `family`. */
export function nest(row: Record<string, unknown>, id: string, value: unknown): void {
  const dot = id.indexOf('.');
  if (dot < 0) {
    row[id] = value;
    return;
  }
  const family = id.slice(0, dot);
  const inside = (row[family] ?? {}) as Record<string, unknown>;
  inside[id.slice(dot + 1)] = value;
  row[family] = inside;
}

function finite(values: Float32Array): number[] {
  const numbers: number[] = [];
  for (const value of values) numbers.push(Number.isFinite(value) ? value : 0);
  return numbers;
}

/** A line's curve out of its numbers in the curve file, which tells `phases` apart. What it does not have (below the diagonal) is 0. */
export function presentCurve(
  values: Float32Array,
  levels: readonly number[],
  phases: number,
  rates: readonly number[] | null,
): DemandCurve {
  const count = levels.length;
  const path = pathOf(values, { levels: count, phases });
  return {
    levels: [...levels],
    ...(rates && { rates }),
    phase_qty: finite(values.subarray(0, count)),
    phase_p10: finite(values.subarray(count, 2 * count)),
    phase_p90: finite(values.subarray(2 * count, 3 * count)),
    rest_qty: finite(restOf(values, count)),
    ...(path && {
      path: { phase_mean: finite(path.phase_mean), dispersion: path.dispersion, stock_qty: path.stock },
    }),
  };
}

/**
 * A line of the answer out of a row of the query, or of a row of its facts and one of its decision; columns that start
 * with `@` are ours.
 */
export function presentLine(row: Row, decision: Row = {}): Line {
  const line: Row & { _id: string; item_group_id: string } = {
    _id: String(row._id),
    item_group_id: String(row.item_group_id),
  };
  for (const part of [row, decision])
    for (const name in part) if (!name.startsWith('@')) nest(line, name, plainValue(part[name]));
  splitLists(line);
  return line;
}

export { plainValue };
