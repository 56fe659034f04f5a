import { createHash } from 'node:crypto';
import { bestLevels, type LevelPlan, overPresent, type SimulationProblem } from '@palier/engine';
import { KeptAnswers } from '../../kept-answers.ts';

/** Of fewer lines, the search ends sooner than a thread would begin. */
const FEW_LINES = 1000;
/** Searches kept: two megabytes each for a hundred thousand lines of four phases. */
const MOST_KEPT = 12;

export interface BestInput {
  problem: SimulationProblem;
  /** 1 for each line that may change. */
  free: Uint8Array;
}

/** The plans of `bestLevels` over where lines stand. */
export type ReadBest = (input: BestInput, present: LevelPlan) => Promise<LevelPlan[]>;

/**
 * Seeks the best plans once for all who read them: a change of a discount moves no best, so that the listing of somebody who
 * edits asks for the same ones again and again.
 *
 * @param seek the search in another thread
 */
export function keepBest(seek: (input: BestInput) => Promise<LevelPlan[]>): ReadBest {
  const kept = new KeptAnswers<LevelPlan[]>(MOST_KEPT);
  return async ({ problem, free }, present) => {
    // Where lines stand is no part of the question.
    const { fixed_level: _, later_level: __, ...question } = problem;
    const input = { problem: { ...question, fixed_level: new Int16Array() }, free };
    const best = await kept.get(digest(input), async () =>
      problem.item_count < FEW_LINES ? bestLevels(input.problem, free) : seek(input),
    );
    return overPresent(best, present);
  };
}

/** What tells one question from another: every array and number of it. */
function digest({ problem, free }: BestInput): string {
  const hash = createHash('sha256');
  const add = (name: string, value: unknown): void => {
    hash.update(`;${name}=`);
    if (ArrayBuffer.isView(value))
      hash.update(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
    else if (typeof value === 'object' && value !== null)
      for (const [part, own] of Object.entries(value)) add(`${name}.${part}`, own);
    else hash.update(String(value));
  };
  add('problem', problem);
  add('free', free);
  return hash.digest('base64');
}
