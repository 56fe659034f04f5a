import { createHash } from 'node:crypto';
import { bestFigures, type SimulationProblem } from '@palier/engine';
import { KeptAnswers } from '../../kept-answers.ts';

/** Of fewer lines, the search ends sooner than a thread would begin. */
const FEW_LINES = 1000;
/** Searches kept: 5.6 megabytes each for a hundred thousand lines. */
const MOST_KEPT = 8;

export interface BestInput {
  problem: SimulationProblem;
  /** 1 for each line that may change. */
  free: Uint8Array;
}

/** The figures of the engine's `bestFigures`. */
export type ReadBest = (input: BestInput) => Promise<Float64Array>;

/**
 * Seeks the best figures once for all who read them: a change of a discount moves no best, so that the listing of somebody who
 * edits asks for the same ones again and again.
 *
 * @param seek the search in another thread
 */
export function keepBest(seek: ReadBest): ReadBest {
  const kept = new KeptAnswers<Float64Array>(MOST_KEPT);
  return ({ problem, free }) => {
    // Where lines stand is no part of the question.
    const { fixed_level: _, later_level: __, ...question } = problem;
    const input = { problem: { ...question, fixed_level: new Int16Array() }, free };
    return kept.get(digest(input), async () =>
      problem.item_count < FEW_LINES ? bestFigures(input.problem, free) : seek(input),
    );
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
