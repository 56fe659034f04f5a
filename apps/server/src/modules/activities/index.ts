export { activityLineIds, phaseActivities } from './repository.ts';
