export { type ComparedLine, compareLines } from './losses/changes.ts';
export { readPlanLoss } from './losses/service.ts';
export { endedRuns, plannedLines } from './optimizations/repository.ts';
export { type PlanPrices, planPrices } from './optimizations/room-prices.ts';
export { salesOfLastYear } from './references/last-year.ts';
export { compareDiscounts, type LineSimulation, simulateLines } from './simulations/lines.ts';
export { whatIf } from './simulations/what-if.ts';
