export { activityLineIds, addEntry, lastDiscountChange, valuesWithoutOwn } from './repository.ts';
