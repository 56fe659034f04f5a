export { activityLineIds, addEntry, lastDiscountChange, valuesWithoutOwn } from './repository.ts';
export { touchedLines } from './touched.ts';
export { undoableActs } from './undoable.ts';
