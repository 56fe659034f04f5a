export { openGaps } from './controls/service.ts';
export { saveDefinitions } from './definitions/service.ts';
export { requestImport } from './service.ts';
export type { StagedFile } from './staging.ts';
