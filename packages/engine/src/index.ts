// The public face of @palier/engine: pure numbers, no input or output, no clock, seeded randomness.

export { type BacktestScore, backtest } from './demand/backtest.ts';
export { parseDay } from './demand/calendar.ts';
export { forecastCurves } from './demand/curves.ts';
export { fitDemand } from './demand/fit.ts';
export { firstWeeks } from './demand/part-panel.ts';
export { CORRECTION_REASONS, type CorrectionReason } from './demand/situation.ts';
export { type GivenUnits, spreadForecasts } from './demand/third-party.ts';
export type { CurveSet, DemandModel, PhaseWindow, PlannedDiscounts } from './demand/types.ts';
export { loadHighsSolver } from './optimise/highs.ts';
export { joinedLevels, joinProblems } from './optimise/join.ts';
export { optimise } from './optimise/optimise.ts';
export { checkPlan } from './optimise/plan.ts';
export {
  type Constraint,
  GOAL_CODE,
  type Goal,
  isTarget,
  type MarkdownProblem,
  type OptimiseOptions,
  type OptimiseResult,
} from './optimise/types.ts';
export { CLEARANCE_TARGET } from './optimise/unit-value.ts';
export { bestFigures, bestTotals } from './simulate/best-figures.ts';
export { distributionBound } from './simulate/distribution-bound.ts';
export { frontier } from './simulate/frontier.ts';
export { pricedProfit, type RoomPrices } from './simulate/priced-profit.ts';
export {
  type HorizonTotals,
  lineProfit,
  lineProfitAfterLeftovers,
  simulate,
  simulateGroups,
  simulatePlan,
  soldBelowCost,
} from './simulate/simulate.ts';
export type {
  BestTotals,
  DistributionObjective,
  LevelPlan,
  SimulatedTotals,
  SimulationProblem,
  SimulationStats,
} from './simulate/types.ts';
