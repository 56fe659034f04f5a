export { addDemoOrganizations, filesOf, prepareDemo } from './service.ts';
