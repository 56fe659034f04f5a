import { answerTo, formatNumber, type ImportQuestion, questionKey, readingOf } from '@palier/domain';
import type { Session } from '../../database/session.ts';
import { quoteIdentifier } from '../../database/sql.ts';
import { isOfPieces } from '../column-spec.ts';
import { kindSpec } from '../columns.ts';
import type { Feed } from '../feed.ts';
import { COUNTS_PARTED } from '../settled-lines.ts';
import type { Source } from '../source.ts';
import type { Staged } from '../staged.ts';
import { countWritings } from './count.ts';
import { NAMES, sumsOf } from './settle.ts';
import { type DecimalSign, type NumberWriting, otherSign, writingOfCells } from './writing.ts';

/** What the sign before a file's decimals does in its counts: `parts` thousands there, or comes before `decimals` too. */
const PARTS = 'parts';
const DECIMALS = 'decimals';

interface Counted {
  name: string;
  position: number;
}

function countsOf({ kind, positions }: Feed): Counted[] {
  if (kind === 'forecasts') return [];
  return kindSpec(kind).columns.flatMap(({ name, type }) => {
    const position = positions.get(name);
    return type === 'number' && isOfPieces(name) && position !== undefined ? [{ name, position }] : [];
  });
}

/** What cells of pieces say of a sign that comes before decimals elsewhere in their file; null: nothing else than there. */
function readingIn(
  { decimal, thousands, either, round, short, long }: NumberWriting,
  sign: DecimalSign,
): 'proven' | 'open' | null {
  if (decimal[sign] > 0 || either[sign] + thousands[sign] === 0) return null;
  if (thousands[sign] > 0) return 'proven';
  // Three decimals of every count: each has its sign, and nothing behind it.
  if (short + long === 0 && round === either[sign]) return null;
  return short > 0 && long === 0 ? 'proven' : 'open';
}

/** Whether a sheet has some count as text, as exports write them: a number of its own never ends in a zero. */
const isWrittenAsText = ({ sample }: Source, { position }: Counted): boolean =>
  sample.some((row) => /^-?\d{1,3}\.\d{2}0-?$/.test((row[position] ?? '').trim()));

/**
 * Whether a count may have thousands that were read as decimals: by the first rows, as some piece is a part of one, or
 * as some cell of the file, which may be of this column, ends in three zeros: `2.000` is no part of a piece.
 */
async function isSuspect(
  session: Session,
  { feed, table }: Staged,
  { name, position }: Counted,
  sign: DecimalSign,
): Promise<boolean> {
  const first = writingOfCells(feed.source.sample.map((row) => row[position] ?? ''));
  if (readingIn(first, sign) !== null || feed.source.dialect?.rounds[sign]) return true;
  const column = quoteIdentifier(name);
  const parts = `SELECT 1 FROM ${quoteIdentifier(table)} WHERE NOT refused AND ${column} <> trunc(${column}) LIMIT 1`;
  return (await session.rows(parts)).length > 0;
}

async function ask(
  session: Session,
  { source }: Feed,
  { position }: Counted,
  example: string,
  sign: DecimalSign,
): Promise<ImportQuestion> {
  const heading = source.headings[position] ?? '';
  const sums = await sumsOf(session, source, position);
  const [whole = '', rest = ''] = example.replace(/[^\d.,]/g, '').split(/[.,]/);
  const parted = formatNumber(Number(whole + rest), 0);
  return {
    ...{ key: questionKey('thousands', source.name, heading), code: 'thousands', file: source.name },
    ...{ column: heading },
    text: `Dans « ${heading} », « ${example} » est-ce ${parted} pièces ou ${whole},${rest} ? Ailleurs dans ce fichier, ${NAMES[sign]} précède les décimales.`,
    choices: [
      {
        ...{ value: PARTS, label: `${parted}\u202f: les milliers y sont séparés` },
        detail: `${formatNumber(sums[otherSign(sign)], 2)} en tout`,
      },
      {
        ...{ value: DECIMALS, label: `${whole},${rest}\u202f: ce sont des décimales` },
        detail: `${formatNumber(sums[sign], 2)} en tout`,
      },
    ],
  };
}

/**
 * Counts of pieces whose thousands have the sign that comes before the decimals of their file, as one tool of several
 * writes amounts: `2.000` pieces beside `79.90`. Read so where their cells prove it, else as answered.
 */
export async function settleCounts(session: Session, staged: Staged): Promise<Staged> {
  const { feed } = staged;
  const { source } = feed;
  const sign = source.dialect?.decimal;
  if (!source.dialect?.signs || sign === undefined) return staged;
  for (const counted of countsOf(feed)) {
    if (source.format === 'xlsx' && !isWrittenAsText(source, counted)) continue;
    if (!(await isSuspect(session, staged, counted, sign))) continue;
    const [all] = await countWritings(session, source, [counted.position]);
    const reading = all ? readingIn(all.writing, sign) : null;
    if (reading === null || !all) continue;
    const kept = feed.constants.get(COUNTS_PARTED);
    if (reading === 'proven' || kept === PARTS) {
      const heading = source.headings[counted.position] ?? '';
      const notes = [...(source.notes ?? []), `${NAMES[sign]} sépare les milliers de « ${heading} »`];
      return { ...staged, feed: { ...feed, counts_parted: true, source: { ...source, notes } } };
    }
    if (kept === DECIMALS) return staged;
    const question = await ask(session, feed, counted, all.example ?? '', sign);
    const answer = answerTo(question, feed.answers);
    const constants = new Map(feed.constants);
    if (answer !== null) constants.set(COUNTS_PARTED, answer);
    const counts_parted = readingOf(question, feed.answers) === PARTS;
    return {
      ...staged,
      questions: [...staged.questions, question],
      feed: { ...feed, constants, counts_parted },
    };
  }
  return staged;
}
