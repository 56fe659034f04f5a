export { MISSING_SENTENCES, type Missing, nullIfMissing } from './missing.ts';
export { excludedChecks, listDecisions, type QualityDecisionRow, saveDecision } from './quality.ts';
export { projectVersions, warehouseVersion } from './repository.ts';
export type { Facts, FactsMissing } from './service.ts';
