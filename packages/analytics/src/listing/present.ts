import type { Row } from '../database/database.ts';
import type { FieldValue, LineCurve, LineRow } from './types.ts';

const plainValue = (value: unknown): FieldValue => {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') return Number(value);
  return value as FieldValue;
};

/** Puts `family.name` inside `family`. */
export const nest = (row: Record<string, unknown>, id: string, value: FieldValue): void => {
  const dot = id.indexOf('.');
  if (dot < 0) {
    row[id] = value;
    return;
  }
  const family = id.slice(0, dot);
  const inside = (row[family] ?? {}) as Record<string, FieldValue>;
  inside[id.slice(dot + 1)] = value;
  row[family] = inside;
};

const finite = (values: unknown): number[] =>
  Array.isArray(values)
    ? values.map((value) => (typeof value === 'number' && Number.isFinite(value) ? value : 0))
    : [];

const curveOf = (row: Row, levels: readonly number[]): LineCurve => ({
  levels: [...levels],
  phase_qty: finite(row['@phase_qty']),
  phase_p10: finite(row['@phase_p10']),
  phase_p90: finite(row['@phase_p90']),
  rest_qty: finite(row['@rest_qty']),
});

/** A line of the answer out of a row of the query; columns that start with `@` are ours. */
export const presentLine = (row: Row, levels: readonly number[]): LineRow => {
  const line: Record<string, unknown> = { _id: row._id, item_group_id: row.item_group_id };
  for (const [name, value] of Object.entries(row))
    if (!name.startsWith('@')) nest(line, name, plainValue(value));
  if (Array.isArray(row['@phase_qty'])) line.curve = curveOf(row, levels);
  return line as LineRow;
};

export { plainValue };
