export { changeSeen, forgetOldChanges } from './service.ts';
