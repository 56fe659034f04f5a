export { forecastPeriods, type LineModel } from './fit.ts';
export { modelFile, readModel, writeModel } from './model-file.ts';
export type { ForecastSource, PastPhase, PhaseForecast, PhaseScores } from './past.ts';
export type { LongTask } from './threads.ts';
