export { readDefinitions } from './definitions/parse.ts';
export { saveDefinitions } from './definitions/service.ts';
export { requestImport } from './service.ts';
export type { StagedFile } from './staging.ts';
