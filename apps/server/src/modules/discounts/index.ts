export { type Progress, withProgress } from './act-progress.ts';
export { type AlikeLines, DECIDING_COLUMNS, type DecidingColumns, findAlike } from './alike.ts';
export { changedSince } from './changed-since.ts';
export { chosenDiscounts } from './chosen.ts';
export { NO_LOSS, withConsequences, withReviewBack } from './consequences.ts';
export { changesOf, checkOffered, refusedLines } from './edits.ts';
export { type DiscountHistory, discountHistory, leftOutPhases } from './history.ts';
export { endUnfinishedActs, writeLong } from './long/service.ts';
export { addLines, type NewLine, renameLines } from './new-lines.ts';
export { listedRuns, settleOptimised, showInListing } from './optimised.ts';
export { ownPricedArticles, renameArticles, underNewCodes } from './own-prices.ts';
export { presentDecision } from './present.ts';
export {
  allLines,
  type DecisionChanges,
  type DecisionWrite,
  type DiscountRow,
  findLines,
  findStandings,
  type LineChanges,
  lineIdsByProduct,
  type StandingRow,
  writeDecisions,
} from './repository.ts';
export { findRepriced, markRepriced } from './repriced.ts';
export { type Kept, levelsOf, publishWritten, type Written, writeLines } from './service.ts';
export { forgetSubmitted, keepSubmitted, lapsedLines } from './submitted.ts';
export { withoutUnseen } from './unseen.ts';
export {
  type LabelledPrice,
  type SignedDiscount,
  type SignedPrice,
  signedDiscounts,
  signedLineIds,
  signedOf,
  signedPriceOf,
  signPhase,
} from './validated.ts';
