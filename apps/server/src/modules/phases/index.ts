export { validatePhase } from './service.ts';
