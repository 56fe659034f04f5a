export { activityLineIds, lastDiscountChange, valuesAt } from './repository.ts';
