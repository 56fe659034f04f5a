export { presentBuckets, presentTotals } from './present.ts';
export { allowedSpan, type Decisions, presentPlan, simulationProblem } from './problem.ts';
export { compareDiscounts } from './service.ts';
export { whatIf } from './what-if.ts';
