export { runSnapshot } from './job.ts';
export { addSnapshotJob, readSnapshotStates, requestSnapshot, requestSnapshots } from './service.ts';
