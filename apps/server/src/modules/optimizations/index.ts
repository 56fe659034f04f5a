export { runOptimization } from './job.ts';
export { type PlanBase, planDiscounts, plannedDiscounts, readPlanBase } from './plan.ts';
export type { PlanRules } from './problem.ts';
export { latestOptimizations, plannedLines } from './repository.ts';
export { type Listed, restoreListed } from './service.ts';
