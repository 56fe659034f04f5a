export { openGaps, tillGaps } from './controls/service.ts';
export { saveDefinitions } from './definitions/service.ts';
export { openFindings } from './findings.ts';
export { readTables } from './read-tables.ts';
export { requestImport } from './service.ts';
export { newStagingId, type StagedFile, stageForm, stagingFolder } from './staging.ts';
