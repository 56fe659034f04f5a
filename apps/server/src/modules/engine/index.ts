export type { FitInput, FitOutput, LineModel } from './fit.ts';
export { modelFile, readModel, writeModel } from './model-file.ts';
export { type EngineThreads, openEngineThreads } from './threads.ts';
