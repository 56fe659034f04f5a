export { runImport } from './job.ts';
export { findImport } from './repository.ts';
export { requestImport } from './service.ts';
export { newStagingId, type StagedFile, type StagedForm, stageForm, stagingFolder } from './staging.ts';
