/**
 * A field of a row by its catalogue id: under the whole id, or nested in its family (`forecast.sales_qty` is in
 * `forecast`). Undefined when the row does not have it.
 */
export function readField(row: object, id: string): unknown {
  if (Object.hasOwn(row, id)) return row[id as keyof typeof row];
  const dot = id.indexOf('.');
  if (dot < 0) return undefined;
  const family = readField(row, id.slice(0, dot));
  return typeof family === 'object' && family !== null ? readField(family, id.slice(dot + 1)) : undefined;
}

/** A numeric field of a row; null without a row, and when missing or not finite. */
export function readNumber(row: object | null | undefined, id: string): number | null {
  const value = row ? readField(row, id) : null;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
