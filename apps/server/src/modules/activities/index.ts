export { activityLineIds, lastDiscountChange, valuesWithoutOwn } from './repository.ts';
