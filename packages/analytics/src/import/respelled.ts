import { answerTo, type ImportAnswers, type ImportQuestion, readingOf } from '@palier/domain';
import type { Session } from '../database/session.ts';
import { quoteIdentifier, quoteText } from '../database/sql.ts';
import type { Staged } from './staged.ts';

/** The answers: what is written otherwise is what is known, or is something else. */
export const KNOWN = 'known';
export const OTHERS = 'others';

/** A column of which some texts are known under another spelling. */
export interface Respelling {
  column: string;
  /** Table `written, known`. */
  table: string;
  /** The constant of a feed that keeps the answer for the next files of its headings. */
  constant: string;
  /** Files with the same are asked about together. */
  once: string;
  question: ImportQuestion;
}

/** The questions asked so far, by what is asked about together. */
export type AskedTogether = Map<string, ImportQuestion>;

async function respell(session: Session, own: Staged, { column, table }: Respelling): Promise<void> {
  const former = quoteIdentifier(`${own.table}_as_spelled_${column}`);
  const name = quoteIdentifier(own.table);
  await session.run(`ALTER VIEW ${name} RENAME TO ${former}`);
  await session.run(`CREATE VIEW ${name} AS SELECT t.* REPLACE (coalesce(s.known, t.${column}) AS ${column})
    FROM ${former} t LEFT JOIN ${table} s ON s.written = t.${column}`);
}

/** Table `written, known, rows` of what a file's rows say in a column that is known under another spelling. */
export async function writeSpellings(
  session: Session,
  { table }: Staged,
  column: string,
  known: ReadonlyMap<string, string>,
): Promise<string> {
  const name = quoteIdentifier(`${table}_spelling_${column}`);
  const pairs = [...known].map(([written, meant]) => `(${quoteText(written)}, ${quoteText(meant)})`);
  await session.run(`CREATE OR REPLACE TABLE ${name} AS
    SELECT k.written, k.known, count(*) AS rows FROM ${quoteIdentifier(table)} t
    JOIN (VALUES ${pairs.join(', ')}) k(written, known) ON k.written = t.${column} WHERE NOT t.refused GROUP BY ALL`);
  return name;
}

/** Asks about a spelling, once for the files that are asked about together, and reads the column so unless the answer is no. */
export async function settleRespelling(
  session: Session,
  own: Staged,
  respelling: Respelling,
  { answers, asked }: { answers: ImportAnswers | undefined; asked: AskedTogether },
): Promise<Staged> {
  const { constant, once } = respelling;
  const { constants } = own.feed;
  const kept = constants.get(constant);
  const question = kept === undefined ? (asked.get(once) ?? respelling.question) : null;
  if (question) asked.set(once, question);
  const answer = question ? answerTo(question, answers) : null;
  if ((kept ?? (question && readingOf(question, answers))) === KNOWN) await respell(session, own, respelling);
  return {
    ...own,
    questions: question ? [...own.questions, question] : own.questions,
    feed: {
      ...own.feed,
      constants: answer === null ? constants : new Map([...constants, [constant, answer]]),
    },
  };
}
