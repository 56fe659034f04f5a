export { startMaintenance } from './service.ts';
