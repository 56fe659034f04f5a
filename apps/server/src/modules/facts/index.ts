export { warehouseVersion } from './repository.ts';
export { type Facts, openFacts, snapshotFolder, warehouseFolder } from './service.ts';
