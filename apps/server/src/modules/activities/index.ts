export { activityLineIds } from './repository.ts';
