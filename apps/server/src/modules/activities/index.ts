export { activityLineIds, valuesAt } from './repository.ts';
