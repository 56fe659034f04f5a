export { presentDecision } from './present.ts';
export {
  addLines,
  allLines,
  changedSince,
  type DecisionChanges,
  type DiscountRow,
  findLines,
  type LineChanges,
  lineIdsByProduct,
  projectOfLine,
  writeDecisions,
  writeSameDecision,
} from './repository.ts';
export { editGroup, editLines, levelsOf, publishWritten } from './service.ts';
