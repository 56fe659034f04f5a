export { readDefinitions } from './parse.ts';
export { saveDefinitions } from './service.ts';
export { columnOf, readTable, type Table } from './tables.ts';
