export { presentBuckets, presentTotals } from './present.ts';
export { allowedSpan, type Decisions, presentPlan, simulationProblem, workedDiscount } from './problem.ts';
export { compareDiscounts } from './service.ts';
