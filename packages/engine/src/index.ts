// The public face of @palier/engine: pure numbers, no input or output, no clock, seeded randomness.
export type * from './demand/types.ts';
export { loadHighsSolver } from './optimise/highs.ts';
export { DEFAULT_OPTIMISE_OPTIONS, optimise } from './optimise/optimise.ts';
export { checkPlan, type PlanCheck } from './optimise/plan.ts';
export type * from './optimise/types.ts';
export { GOAL_CODE, GOALS } from './optimise/types.ts';
export { frontier } from './simulate/frontier.ts';
export { simulate, simulatePlan, withEdits } from './simulate/simulate.ts';
export type * from './simulate/types.ts';
