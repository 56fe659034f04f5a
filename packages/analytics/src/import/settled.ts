import { answerTo, type ImportAnswers, type ImportQuestion, readingOf } from '@palier/domain';
import type { Session } from '../database/session.ts';
import { quoteIdentifier } from '../database/sql.ts';
import type { Staged } from './staged.ts';

/** The answers about what is kept and a delivery does not say, or says otherwise: it gives way, or counts as it did. */
export const REPLACE = 'replace';
export const KEEP = 'keep';

/** What was found of files once their products were known, beside what earlier deliveries left. */
export interface Settled {
  /** The files, with what was asked of them and answered. */
  files: Staged[];
  questions: ImportQuestion[];
  /** French sentences: what was done unasked, as it was answered before. */
  notes: string[];
  /** Those of the files of which no row is taken. */
  left_out?: readonly Staged[];
}

/**
 * How a question about files is read: as they keep its answer, as it is answered, or in the likely way.
 *
 * @param constant of their feeds, that keeps the answer for the next files of their headings; null: it is not kept.
 * @param note what is said where nothing is asked.
 */
export function settleAsked(
  files: readonly Staged[],
  question: ImportQuestion,
  {
    constant,
    answers,
    note,
  }: { constant: string | null; answers: ImportAnswers | undefined; note: (value: string) => string },
): { value: string; settled: Settled } {
  const kept =
    constant === null ? undefined : files.flatMap(({ feed }) => feed.constants.get(constant) ?? [])[0];
  if (kept !== undefined)
    return { value: kept, settled: { files: [...files], questions: [], notes: [note(kept)] } };
  const answer = answerTo(question, answers);
  const own = files.map((file): Staged => {
    const constants = new Map(file.feed.constants);
    if (constant !== null && answer !== null) constants.set(constant, answer);
    return { ...file, questions: [...file.questions, question], feed: { ...file.feed, constants } };
  });
  return {
    value: readingOf(question, answers) ?? '',
    settled: { files: own, questions: [question], notes: [] },
  };
}

/** The files of an import with what was found of some of them. */
export function withSettled(staged: readonly Staged[], all: readonly Settled[]): Staged[] {
  return staged.map((own) => {
    const found = all.flatMap(({ files }) => files.filter(({ table }) => table === own.table));
    const questions = new Set([own, ...found].flatMap((each) => each.questions));
    const constants = new Map([own, ...found].flatMap(({ feed }) => [...feed.constants]));
    return { ...own, questions: [...questions], feed: { ...own.feed, constants } };
  });
}

/** How many rows of files were refused: what a file lacks may be among them. */
export async function countRefused(session: Session, files: readonly Staged[]): Promise<number> {
  let refused = 0;
  for (const { table } of files) {
    const [row] = await session.rows<{ rows: number }>(
      `SELECT count(*)::DOUBLE AS rows FROM ${quoteIdentifier(table)} WHERE refused`,
    );
    refused += row?.rows ?? 0;
  }
  return refused;
}
