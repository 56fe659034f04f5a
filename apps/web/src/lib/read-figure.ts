/** A figure of a row or group by its field id, families nested or written with dots; null when missing. */
export function readFigure(row: object | null | undefined, field: string): number | null {
  if (!row) return null;
  const fields = row as Record<string, unknown>;
  const direct = fields[field];
  if (typeof direct === 'number' && Number.isFinite(direct)) return direct;
  const dot = field.indexOf('.');
  if (dot < 0) return null;
  const family = fields[field.slice(0, dot)];
  return typeof family === 'object' && family !== null ? readFigure(family, field.slice(dot + 1)) : null;
}
