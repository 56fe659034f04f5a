export { presenceFolder, startMaintenance } from './service.ts';
