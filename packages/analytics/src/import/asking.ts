import { type ImportQuestion, openQuestions } from '@palier/domain';
import type { ImportRequest } from './types.ts';

/** Whether some question keeps this import from being written. */
export function waits({ check, mapping }: ImportRequest, questions: readonly ImportQuestion[]): boolean {
  return (
    check !== true && mapping?.accept_likely !== true && openQuestions(questions, mapping?.answers).length > 0
  );
}

/**
 * Each question once, though several files ask it: of the whole organisation, or of one layout. How numbers are written
 * comes first: others may have nothing left to ask.
 */
export function askedOnce(questions: readonly ImportQuestion[]): ImportQuestion[] {
  const once = [...new Map(questions.toReversed().map((question) => [question.key, question])).values()];
  return once
    .toReversed()
    .toSorted((left, right) => Number(right.code === 'decimal') - Number(left.code === 'decimal'));
}
