export { openJobs } from './repository.ts';
export { announceJobs, waitForJobs } from './service.ts';
