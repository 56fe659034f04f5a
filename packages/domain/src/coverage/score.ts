/** Share of the remaining stock whose sale coverage counts the weeks of. */
export const COVERAGE_STOCK_SHARE = 0.75;

/** Coverage is not counted beyond a year. */
export const COVERAGE_MAXIMUM_WEEKS = 52;

export const COVERAGE_SCORES = ['A', 'B', 'C'] as const;
export type CoverageScore = (typeof COVERAGE_SCORES)[number];

export const COVERAGE_STATISTICS = ['q1', 'q2', 'q3'] as const;
/** Quartile over stores; q2 is the median. */
export type CoverageStatistic = (typeof COVERAGE_STATISTICS)[number];
export const COVERAGE_STATISTIC_LABELS: Record<CoverageStatistic, string> = {
  q1: 'Premier quartile des magasins',
  q2: 'Médiane des magasins',
  q3: 'Troisième quartile des magasins',
};

/** Longest coverage, in weeks, that still earns the grade; beyond B's it is C. */
export const COVERAGE_SCORE_LIMITS = { A: 8, B: 16 } as const;

/**
 * The grade of a coverage: A up to 8 weeks (sold within a round of sales and its tail), B up to 16 (within the
 * season), C beyond (will be left over).
 *
 * @returns null for a missing or non-finite coverage.
 */
export function coverageScore(weeks: number | null | undefined): CoverageScore | null {
  if (weeks === null || weeks === undefined || !Number.isFinite(weeks)) return null;
  if (weeks <= COVERAGE_SCORE_LIMITS.A) return 'A';
  return weeks <= COVERAGE_SCORE_LIMITS.B ? 'B' : 'C';
}

/**
 * Weeks needed to sell 75 % of a stock at a constant weekly pace, capped at 52 (nothing sells: 52). A stock of 100
 * at 10 a week gives 7.5. The forecast's own coverage, of uncertain demand, is the engine's `coverageWeeks`.
 */
export function coverageAtPace(stockQty: number, weeklySalesQty: number): number {
  if (stockQty <= 0) return 0;
  if (!(weeklySalesQty > 0)) return COVERAGE_MAXIMUM_WEEKS;
  return Math.min(COVERAGE_MAXIMUM_WEEKS, (COVERAGE_STOCK_SHARE * stockQty) / weeklySalesQty);
}
