export { runSnapshot } from './job.ts';
export { repairFacts, repairProjects } from './repair.ts';
export { addSnapshotJob, addSnapshotJobs, readSnapshotStates, requestSnapshot } from './service.ts';
