export { type ComparedLine, compareLines } from './losses/changes.ts';
export { readPlanLoss } from './losses/service.ts';
export { endedRuns, plannedLines } from './optimizations/repository.ts';
export { type Listed, restoreListed } from './optimizations/sending.ts';
export { salesOfLastYear } from './references/last-year.ts';
export { compareDiscounts, meritsAtLevels } from './simulations/service.ts';
export { whatIf } from './simulations/what-if.ts';
