export { RemovedLevels, readRemovedLevels, rulesAt } from './levels.ts';
export { phasesWithoutLoss, readLawPeriod } from './period.ts';
