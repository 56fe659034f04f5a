export { changeSeen, deleteSeen, forgetOldChanges, type SeenOf } from './service.ts';
