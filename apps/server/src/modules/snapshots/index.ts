export { authorsOf, type KeptDecisions, keepDecisions, keptDecisions } from './backtests/decisions.ts';
export { keepValidatedForecast, readOutlook } from './backtests/keep.ts';
export { keptLines, keptPhases } from './backtests/repository.ts';
export { setOrganizationEndings } from './price-endings/service.ts';
export { signedPrices } from './price-endings/signed.ts';
export { repairProjects, resumeStopped } from './repair.ts';
export { snapshotJobState } from './repository.ts';
export { dataDate, snapshotProject } from './request.ts';
export { addSnapshotJob, addSnapshotJobs, readSnapshotStates, requestSnapshot } from './service.ts';
