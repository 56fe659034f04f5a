export { keepValidatedForecast, readOutlook } from './keep.ts';
export { settlePastPhases, writeBacktest } from './service.ts';
