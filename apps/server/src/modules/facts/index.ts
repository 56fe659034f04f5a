export { factsMissing, MISSING_SENTENCES, type Missing, nullIfMissing } from './missing.ts';
export { warehouseVersion } from './repository.ts';
export { type Facts, type FactsMissing, openFacts, snapshotFolder, warehouseFolder } from './service.ts';
