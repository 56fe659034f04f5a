/** Units of a line in a phase, and over the four weeks before the operation. */
export interface PacedLine {
  qty: number;
  before_qty: number;
}

export interface Acceleration {
  line_count: number;
  /** Pace in the phase over the pace before; null where nothing sold before. */
  ratio: number | null;
  /** Eight chances in ten to hold the ratio of such lines; null when they are too few. */
  low: number | null;
  high: number | null;
}

/** Fewer lines than this say nothing of a discount. */
export const LEAST_LINES = 20;
export const EIGHT_IN_TEN = 1.2816;

/**
 * How many times faster lines sold in a phase than over the four weeks before the operation: the ratio of the sums,
 * its interval by the spread of the lines around it (the usual variance of a ratio of sums).
 */
export function measureAcceleration(
  lines: readonly PacedLine[],
  days: { phase: number; before: number },
): Acceleration {
  const n = lines.length;
  const before = lines.reduce((sum, line) => sum + line.before_qty / days.before, 0);
  const during = lines.reduce((sum, line) => sum + line.qty / days.phase, 0);
  if (before <= 0 || days.phase <= 0) return { line_count: n, ratio: null, low: null, high: null };
  const ratio = during / before;
  if (n < LEAST_LINES) return { line_count: n, ratio, low: null, high: null };
  const squares = lines.reduce(
    (sum, line) => sum + (line.qty / days.phase - (ratio * line.before_qty) / days.before) ** 2,
    0,
  );
  const half = (EIGHT_IN_TEN * Math.sqrt((squares * n) / (n - 1))) / before;
  return { line_count: n, ratio, low: Math.max(0, ratio - half), high: ratio + half };
}
