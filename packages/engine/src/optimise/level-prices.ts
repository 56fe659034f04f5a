import { discountedValue, isBelowCost } from '@palier/domain';
import type { MarkdownProblem } from './types.ts';

/** Price of an item at a level, tax included: the real one, or the list price less the discount. */
export function priceAt(problem: MarkdownProblem, item: number, level: number): number {
  const real = problem.level_price?.[item * problem.levels.length + level];
  return real ?? discountedValue(problem.price[item] ?? 0, 100 * (problem.levels[level] ?? 0));
}

/** The same without tax. */
export function basePriceAt(problem: MarkdownProblem, item: number, level: number): number {
  const real = problem.level_base_price?.[item * problem.levels.length + level];
  return real ?? discountedValue(problem.base_price[item] ?? 0, 100 * (problem.levels[level] ?? 0));
}

/** Whether an item may be sold at a level at all: NaN prices say that it may not. */
export function isOffered(problem: MarkdownProblem, item: number, level: number): boolean {
  return !Number.isNaN(priceAt(problem, item, level)) && !Number.isNaN(basePriceAt(problem, item, level));
}

/** True when selling at the level costs more than it brings, taxes left out. */
export function isBelowCostAt(problem: MarkdownProblem, item: number, level: number): boolean {
  return isBelowCost(basePriceAt(problem, item, level), problem.cost[item] ?? 0);
}

/** Project of an item. */
export function projectOf(problem: MarkdownProblem, item: number): number {
  return problem.project?.[item] ?? 0;
}

/** Number of projects, and the phases left of each. */
export function phasesByProject(problem: MarkdownProblem): readonly number[] {
  return problem.project_phases ?? [problem.phase_count];
}

/** Last phase that a rule counts, by project. */
export function lastPhases(
  problem: MarkdownProblem,
  by_phase: number | readonly number[] | undefined,
): number[] {
  return phasesByProject(problem).map((phases, project) => {
    const asked = typeof by_phase === 'number' ? by_phase : by_phase?.[project];
    return Math.min(asked ?? phases - 1, phases - 1);
  });
}
