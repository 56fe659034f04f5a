export { runSnapshot } from './job.ts';
export { addSnapshotJob, addSnapshotJobs, readSnapshotStates, requestSnapshot } from './service.ts';
