export { presentBuckets, presentTotals } from './present.ts';
export {
  allowedSpan,
  type Decisions,
  presentPlan,
  projectProblem,
  simulationProblem,
  workedDiscount,
} from './problem.ts';
export { compareDiscounts } from './service.ts';
export { whatIf } from './what-if.ts';
