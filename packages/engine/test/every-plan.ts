import { checkPlan, type PlanCheck } from '../src/optimise/plan.ts';
import type { MarkdownProblem } from '../src/optimise/types.ts';

/** Every legal plan of a small problem of one phase, measured. */
export function everyPlan(problem: MarkdownProblem): PlanCheck[] {
  const width = problem.levels.length;
  return Array.from({ length: width ** problem.item_count }, (_, number) =>
    checkPlan(
      problem,
      Uint8Array.from(problem.stock, (_stock, item) => Math.floor(number / width ** item) % width),
    ),
  ).filter(({ broken_items }) => broken_items.length === 0);
}
