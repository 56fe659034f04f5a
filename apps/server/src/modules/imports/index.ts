export { runImport } from './job.ts';
export { findImport } from './repository.ts';
export { type ImportOptions, requestImport } from './service.ts';
export { newStagingId, type StagedFile, type StagedForm, stageForm, stagingFolder } from './staging.ts';
