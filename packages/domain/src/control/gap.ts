/** What the retailer's till says of a month, in a place or in all of them. Null: it does not say. */
export interface ControlTotal {
  /** YYYY-MM. */
  month: string;
  /** Code or name of the place; null: all places together. */
  place: string | null;
  /** Tax included. */
  revenue: number | null;
  quantity: number | null;
  /** At the end of the month. */
  stock: number | null;
}

export const CONTROL_MEASURES = ['revenue', 'quantity', 'stock'] as const;
export type ControlMeasure = (typeof CONTROL_MEASURES)[number];

/** A total that differs from what was read. */
export interface ControlGap {
  month: string;
  place: string | null;
  /** As it is known to people. */
  place_name: string | null;
  measure: ControlMeasure;
  expected: number;
  found: number;
  /** Of a revenue that is not in the organisation's currency. */
  currency?: string | undefined;
  /** Files and rows that could explain it, as French sentences; only of a check. */
  causes: string[];
}

/** Half of the smallest unit shown: a sum of cents in another order is no gap. */
const ROUNDING = 0.005;

/** Whether what was read is further from the till's total than the tolerance: 0.001 = 0.1 % of the total. */
export function isGap(expected: number, found: number, tolerance: number): boolean {
  return Math.abs(found - expected) > Math.max(ROUNDING, Math.abs(expected) * tolerance);
}

/** How far what was read is from the till's total, in percent of it. */
export function gapShare({ expected, found }: Pick<ControlGap, 'expected' | 'found'>): number {
  if (expected === found) return 0;
  return expected === 0 ? Number.POSITIVE_INFINITY : (100 * Math.abs(found - expected)) / Math.abs(expected);
}

const WORDS: Record<ControlMeasure, string> = { revenue: 'CA', quantity: 'pièces', stock: 'stock' };

/** « CA de juin 2026, Lille »: what a gap is about. */
export function gapSubject({ month, place_name, measure }: ControlGap): string {
  const name = new Intl.DateTimeFormat('fr-FR', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
  return `${WORDS[measure]}, ${name}, ${place_name ?? 'tous les lieux'}`;
}
