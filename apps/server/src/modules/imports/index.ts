export { openGaps, tillGaps } from './controls/service.ts';
export { saveDefinitions } from './definitions/service.ts';
export { openFindings } from './findings.ts';
export { requestImport } from './service.ts';
export type { StagedFile } from './staging.ts';
