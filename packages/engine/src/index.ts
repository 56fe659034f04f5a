// The public face of @palier/engine: pure numbers, no input or output, no clock, seeded randomness.

export { type BacktestRows, type BacktestScore, backtest } from './demand/backtest.ts';
export { dayNumber, frenchEvents, mondayOf, parseDay } from './demand/calendar.ts';
export { coverageWeeks } from './demand/coverage.ts';
export { forecastCurves } from './demand/curves.ts';
export { DEFAULT_FIT_OPTIONS, fitDemand } from './demand/fit.ts';
export { calendarEffects, itemLevel, logMultiplier, weeklyMean } from './demand/predict.ts';
export { type GivenUnits, spreadForecasts } from './demand/third-party.ts';
export type * from './demand/types.ts';
export { expectedSales, negativeBinomialQuantile } from './numeric/negative-binomial.ts';
export { loadHighsSolver } from './optimise/highs.ts';
export { type JoinedProblem, joinedLevels, joinProblems } from './optimise/join.ts';
export { DEFAULT_OPTIMISE_OPTIONS, optimise } from './optimise/optimise.ts';
export { checkPlan, type PlanCheck } from './optimise/plan.ts';
export type * from './optimise/types.ts';
export { GOAL_CODE, GOALS } from './optimise/types.ts';
export { bestLevels, type WantedFigure } from './simulate/best-levels.ts';
export { distributionBound } from './simulate/distribution-bound.ts';
export { frontier } from './simulate/frontier.ts';
export {
  lineProfit,
  lineProfitAfterLeftovers,
  simulate,
  simulateGroups,
  simulatePlan,
  withEdits,
} from './simulate/simulate.ts';
export type * from './simulate/types.ts';
