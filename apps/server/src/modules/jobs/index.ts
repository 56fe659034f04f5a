export { openJobs } from './repository.ts';
export { waitForJobs } from './service.ts';
