export { announceJobs } from './service.ts';
