export { RemovedLevels, readRemovedLevels, rulesAt } from './levels.ts';
export { readLawPeriod } from './period.ts';
