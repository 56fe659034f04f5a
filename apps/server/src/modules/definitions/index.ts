export { readDefinitions } from './parse.ts';
export { saveDefinitions } from './service.ts';
export { columnOf, plainHeading, readTable } from './tables.ts';
