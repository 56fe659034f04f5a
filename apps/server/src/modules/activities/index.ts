export { activityLineIds, addEntry, lastDiscountChange, valuesWithoutOwn } from './repository.ts';
export { undoableActs } from './undoable.ts';
