import {
  countOf,
  formatQuantity,
  type ImportAnswers,
  type ImportQuestion,
  questionKey,
} from '@palier/domain';
import type { Session } from '../../database/session.ts';
import { quoteIdentifier, quoteText } from '../../database/sql.ts';
import { type AskedTogether, KNOWN, OTHERS, settleRespelling } from '../respelled.ts';
import { CODE_SPELLING } from '../settled-lines.ts';
import { shapeOf } from '../shape.ts';
import type { Staged } from '../staged.ts';
import { CODE_COLUMNS, type CodeColumn } from './damage.ts';
import { countFound, type FoundCodes } from './found.ts';
import { knownSql } from './repair.ts';

/** SQL of what is left of a code whatever system wrote it: letters of one case, no signs between, no decimals. */
export function plainCodeSql(code: string): string {
  return `lower(regexp_replace(regexp_replace(${code}, '[.,]0+$', ''), '[\\s\u00a0\u202f_./''’-]', '', 'g'))`;
}

const spellingTable = ({ table }: Staged, column: CodeColumn): string =>
  quoteIdentifier(`${table}_spelling_${column}`);

/** SQL: the codes of a column among a file's first rows. */
function sampleSql({ feed }: Staged, position: number): string | null {
  const codes = new Set(feed.source.sample.map((row) => (row[position] ?? '').trim()).filter(Boolean));
  return codes.size === 0 ? null : `VALUES ${[...codes].map((code) => `(${quoteText(code)})`).join(', ')}`;
}

/** SQL: `written, known`, of codes that no article has but in one other spelling. */
function respelledSql(written: string, known: string): string {
  return `WITH known AS (SELECT code, ${plainCodeSql('code')} AS plain FROM (${known}) WHERE code IS NOT NULL),
    one AS (SELECT plain, any_value(code) AS code FROM known GROUP BY plain HAVING count(*) = 1),
    other AS (SELECT written, rows FROM (${written}) WHERE written IS NOT NULL AND written NOT IN (SELECT code FROM known))
    SELECT o.written, o.rows, one.code AS known FROM other o JOIN one ON one.plain = ${plainCodeSql('o.written')}`;
}

/** Finds the codes of a column that are spelled otherwise than the articles'. Only where some of the first rows' are. */
async function findSpellings(
  session: Session,
  staged: readonly Staged[],
  own: Staged,
  { column, position }: { column: CodeColumn; position: number },
): Promise<boolean> {
  const sample = sampleSql(own, position);
  const known = knownSql(staged, own);
  if (sample === null) return false;
  const others = `SELECT col0 AS written, 1 AS rows FROM (${sample}) WHERE col0 NOT IN (SELECT code FROM (${known}) WHERE code IS NOT NULL)`;
  if ((await session.rows(`${others} LIMIT 1`)).length === 0) return false;
  const first = respelledSql(others, known);
  if ((await session.rows(`${first} LIMIT 1`)).length === 0) return false;
  const all = `SELECT ${column} AS written, count(*) AS rows FROM ${quoteIdentifier(own.table)} WHERE NOT refused GROUP BY 1`;
  await session.run(`CREATE OR REPLACE TABLE ${spellingTable(own, column)} AS ${respelledSql(all, known)}`);
  return true;
}

function ask(file: string, heading: string, { codes, rows, examples }: FoundCodes): ImportQuestion {
  const some = codes > 1 ? `${formatQuantity(codes)} codes` : 'Un code';
  const lines = countOf(rows, 'ligne');
  return {
    ...{ key: questionKey('code_spelling', file, heading), code: 'code_spelling', file, column: heading },
    text: `${some} de « ${heading} » ne ${codes > 1 ? 's’écrivent' : 's’écrit'} pas comme dans les articles (${examples.join(', ')}). ${codes > 1 ? 'Sont-ce les mêmes' : 'Est-ce le même'} ?`,
    choices: [
      { value: KNOWN, label: 'Les mêmes', detail: `${lines} sous les codes des articles` },
      { value: OTHERS, label: 'D’autres codes', detail: `${lines} sous des codes qu’aucun article ne porte` },
    ],
  };
}

interface Asking {
  answers: ImportAnswers | undefined;
  asked: AskedTogether;
}

async function settleColumn(
  session: Session,
  staged: readonly Staged[],
  own: Staged,
  { column, ...asking }: Asking & { column: CodeColumn },
): Promise<Staged> {
  const { source, positions } = own.feed;
  const position = positions.get(column);
  if (position === undefined || !(await findSpellings(session, staged, own, { column, position })))
    return own;
  const table = spellingTable(own, column);
  const found = await countFound(session, `FROM ${table}`, 'known');
  if (found === null) return own;
  const question = ask(source.name, source.headings[position] ?? column, found);
  const once = `${shapeOf(source.headings)} ${column}`;
  return settleRespelling(session, own, { column, table, constant: CODE_SPELLING, once, question }, asking);
}

/**
 * Asks whether codes that are written in another way than the articles' (another case, signs between, decimals behind)
 * are theirs, where each has but one article, and reads them so unless the answer is no. Asked once for the files of the
 * same headings. Needs views `prev_*`.
 */
export async function settleSpellings(
  session: Session,
  staged: readonly Staged[],
  answers: ImportAnswers | undefined,
): Promise<Staged[]> {
  const settled: Staged[] = [];
  const asked: AskedTogether = new Map();
  for (const own of staged) {
    let now = own;
    if (own.feed.kind !== 'equivalents')
      for (const column of CODE_COLUMNS)
        now = await settleColumn(session, staged, now, { column, answers, asked });
    settled.push(now);
  }
  return settled;
}
