export { activityLineIds, listActivities, phaseActivities } from './repository.ts';
