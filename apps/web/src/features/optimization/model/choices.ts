import type { PlanDifferences } from '@palier/contract';
import type { Horizon } from '@palier/domain';
import type { Change } from './comparison.ts';

type LinePlan = PlanDifferences['data'][number]['current'];

/** A line that takes another run than the one sent, and what that changes. */
export interface Choice {
  runId: string;
  change: Record<Horizon, Change>;
}

/** Lines that take another run than the one sent, by line. */
export type Choices = Readonly<Record<string, Choice>>;

/** What a line gains by taking one discount rather than another; nothing where it is not known, as in the sums. */
export function changeBetween(from: LinePlan, to: LinePlan): Record<Horizon, Change> {
  const merit = (to.profit_after_leftovers ?? 0) - (from.profit_after_leftovers ?? 0);
  const over = (horizon: Horizon): Change => ({
    sales: (to[horizon].sales ?? 0) - (from[horizon].sales ?? 0),
    profit_after_leftovers: merit,
    discount_budget: (to[horizon].discount_budget ?? 0) - (from[horizon].discount_budget ?? 0),
  });
  return { end: over('end'), phase: over('phase') };
}

/** The differences of several projects as one list, the most at stake first. */
export function mergeDifferences(answers: readonly PlanDifferences[]): PlanDifferences {
  return {
    total: answers.reduce((sum, { total }) => sum + total, 0),
    data: answers.flatMap(({ data }) => data).sort((a, b) => b.profit_range - a.profit_range),
  };
}
