import {
  countOf,
  formatQuantity,
  type ImportAnswers,
  type ImportQuestion,
  questionKey,
} from '@palier/domain';
import type { Session } from '../../database/session.ts';
import { quoteIdentifier } from '../../database/sql.ts';
import { countFound, type FoundCodes } from '../codes/found.ts';
import { type AskedTogether, KNOWN, OTHERS, settleRespelling, writeSpellings } from '../respelled.ts';
import { SIZE_SPELLING } from '../settled-lines.ts';
import { shapeOf } from '../shape.ts';
import type { Staged } from '../staged.ts';
import { sizesOfDays } from './dated.ts';

/** A file with more has no sizes under that heading. */
const MOST_SIZES = 5000;

const hasSizes = ({ feed }: Staged): boolean => feed.positions.has('size');

async function sizesIn(session: Session, table: string, condition: string): Promise<string[]> {
  const rows = await session.rows<{ size: string }>(
    `SELECT DISTINCT size FROM ${quoteIdentifier(table)} WHERE ${condition} AND size IS NOT NULL ORDER BY 1 LIMIT ${MOST_SIZES + 1}`,
  );
  return rows.length > MOST_SIZES ? [] : rows.map(({ size }) => size);
}

function ask({ feed }: Staged, { codes, rows, examples }: FoundCodes): ImportQuestion {
  const { name: file, headings } = feed.source;
  const heading = headings[feed.positions.get('size') ?? -1] ?? null;
  const some = codes > 1 ? `${formatQuantity(codes)} tailles` : 'Une taille';
  const lines = countOf(rows, 'ligne');
  return {
    ...{ key: questionKey('size_spelling', file, heading), code: 'size_spelling', file, column: heading },
    text: `${some} de « ${heading ?? 'taille'} » ${codes > 1 ? 'ont été écrites' : 'a été écrite'} comme un jour par un tableur (${examples.join(', ')}). ${codes > 1 ? 'Sont-ce les mêmes' : 'Est-ce la même'}\u202f?`,
    choices: [
      { value: KNOWN, label: 'Les mêmes', detail: `${lines} sous les tailles connues` },
      { value: OTHERS, label: 'D’autres tailles', detail: `${lines} sous des tailles de plus` },
    ],
  };
}

/**
 * Asks whether sizes that a spreadsheet wrote as days (`3-6` as `06-mars`) are those that other files say, here or before:
 * each would else be a size more, whose stock is not that of the one that sells. Needs views `prev_*`.
 */
export async function settleSizes(
  session: Session,
  staged: readonly Staged[],
  answers: ImportAnswers | undefined,
): Promise<Staged[]> {
  const own = new Map<Staged, string[]>();
  for (const file of staged.filter(hasSizes))
    own.set(file, await sizesIn(session, file.table, 'NOT refused'));
  if (own.size === 0) return [...staged];
  const known = [...own.values(), await sizesIn(session, 'prev_item', 'true')].flat();
  const asked: AskedTogether = new Map();
  const settled: Staged[] = [];
  for (const file of staged) {
    const sizes = sizesOfDays(own.get(file) ?? [], known);
    const table = sizes.size === 0 ? null : await writeSpellings(session, file, 'size', sizes);
    const found = table === null ? null : await countFound(session, `FROM ${table}`, 'known');
    if (table === null || found === null) {
      settled.push(file);
      continue;
    }
    const respelling = { column: 'size', table, constant: SIZE_SPELLING, question: ask(file, found) };
    const once = shapeOf(file.feed.source.headings);
    settled.push(await settleRespelling(session, file, { ...respelling, once }, { answers, asked }));
  }
  return settled;
}
