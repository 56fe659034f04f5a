export { narrows, type SelectionParams } from './selection.ts';
export { Listing } from './service.ts';
