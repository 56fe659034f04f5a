export { addDemoOrganizations, filesOf, prepareDemo } from './service.ts';
export { playWorkingDay } from './working-day.ts';
