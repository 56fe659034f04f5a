import {
  answerTo,
  formatNumber,
  type ImportAnswers,
  type ImportQuestion,
  questionKey,
  readingOf,
} from '@palier/domain';
import type { Session } from '../../database/session.ts';
import { numberSql } from '../cast.ts';
import { isOfPieces } from '../column-spec.ts';
import { kindSpec } from '../columns.ts';
import type { Feed } from '../feed.ts';
import { cell, readSourceSql } from '../read-source.ts';
import { DECIMAL_SIGN } from '../settled-lines.ts';
import type { Source } from '../source.ts';
import { countWritings } from './count.ts';
import {
  type DecimalReading,
  type DecimalSign,
  decimalOf,
  type NumberWriting,
  otherSign,
  writingOfCells,
} from './writing.ts';

/** Numbers that are seldom whole, or seldom above one: they say nothing of thousands. */
const RATIOS = new Set([
  'rate',
  'quoted_rate',
  'elasticity',
  'vat_rate',
  'discount_pct',
  'supplier_rebate_pct',
]);

interface NumberColumn {
  position: number;
  pieces: boolean;
}

/** A source whose numbers are read as their cells, or the user, say. */
export interface SettledDecimals {
  source: Source;
  /** As it was answered, for the next files of these headings. */
  answer: string | null;
  question: ImportQuestion | null;
}

function numbersOf(feeds: readonly Feed[]): NumberColumn[] {
  const found = new Map<number, NumberColumn>();
  for (const { kind, positions } of feeds)
    for (const { name, type } of kindSpec(kind).columns) {
      const position = positions.get(name);
      if (type !== 'number' || position === undefined || RATIOS.has(name)) continue;
      const pieces = isOfPieces(name) && kind !== 'forecasts';
      found.set(position, { position, pieces: pieces || found.get(position)?.pieces === true });
    }
  return [...found.values()];
}

const asColumns = (
  columns: readonly NumberColumn[],
  writings: readonly NumberWriting[],
): { writing: NumberWriting; pieces: boolean }[] =>
  writings.map((writing, index) => ({ writing, pieces: columns[index]?.pieces === true }));

/** Whether the first rows of a file prove what comes before its decimals. */
function provenFirst({ sample }: Source, columns: readonly NumberColumn[]): DecimalReading | null {
  const writings = columns.map(({ position }) => writingOfCells(sample.map((row) => row[position] ?? '')));
  const proven = writings.filter(({ decimal }) => decimal[','] + decimal['.'] > 0);
  return proven.length > 0 ? decimalOf(asColumns(columns, writings)) : null;
}

/** The sums of a column of a file in each reading. */
export async function sumsOf(
  session: Session,
  source: Source,
  position: number,
): Promise<Record<DecimalSign, number>> {
  const sum = (sign: DecimalSign): string => `coalesce(sum(${numberSql(cell(position), sign)}), 0)`;
  const [row] = await session.rows<{ comma: number; point: number }>(
    `SELECT ${sum(',')} AS comma, ${sum('.')} AS point FROM ${readSourceSql(source)}`,
  );
  return { ',': row?.comma ?? 0, '.': row?.point ?? 0 };
}

/** What a sign is called. */
export const NAMES: Record<DecimalSign, string> = { ',': 'la virgule', '.': 'le point' };

/** Asks what comes before the decimals of a file, the likely reading first. `example`: a cell that is read both ways. */
async function ask(
  session: Session,
  source: Source,
  { position, example }: { position: number; example: string },
  likely: DecimalSign,
): Promise<ImportQuestion> {
  const sums = await sumsOf(session, source, position);
  const heading = source.headings[position] ?? '';
  const [whole = '', rest = ''] = example.replace(/[^\d.,]/g, '').split(/[.,]/);
  const shown: DecimalSign = example.includes(',') ? ',' : '.';
  const parted = formatNumber(Number(whole + rest), 0);
  const choice = (sign: DecimalSign): ImportQuestion['choices'][number] => ({
    value: sign === ',' ? 'comma' : 'point',
    label:
      sign === shown
        ? `${whole},${rest} : ${NAMES[shown]} précède les décimales`
        : `${parted} : ${NAMES[shown]} sépare les milliers`,
    detail: `${formatNumber(sums[sign], 2)} en tout`,
  });
  return {
    ...{ key: questionKey('decimal', source.name), code: 'decimal', file: source.name, column: heading },
    text: `Les nombres de « ${heading} » se lisent de deux façons : « ${example} », est-ce ${parted} ou ${whole},${rest} ?`,
    choices: [choice(likely), choice(otherSign(likely))],
  };
}

const signOf = (answer: string): DecimalSign => (answer === 'comma' ? ',' : '.');

function asRead(source: Source, sign: DecimalSign): Source {
  const { dialect } = source;
  return dialect === null || dialect.decimal === sign
    ? source
    : { ...source, dialect: { ...dialect, decimal: sign } };
}

/** Feeds of a source whose first rows prove, in their columns of numbers, what comes before the decimals. */
export function asProven(feeds: Feed[]): Feed[] {
  const source = feeds[0]?.source;
  const first = source?.format === 'csv' ? provenFirst(source, numbersOf(feeds)) : null;
  if (!source || !first) return feeds;
  const read = asRead(source, first.sign);
  return read === source ? feeds : feeds.map((feed) => ({ ...feed, source: read }));
}

/** A source read as it was answered, for what is asked of its first rows. */
export function withAnsweredDecimals(source: Source, answers: ImportAnswers | undefined): Source {
  const answer = answers?.[questionKey('decimal', source.name)];
  return answer === undefined ? source : asRead(source, signOf(answer));
}

/** Money that has no decimals. */
const WHOLE_MONEY = /[¥円₩]|\b(JPY|KRW|CLP|ISK|VND|XOF|XAF|XPF|PYG)\b/;

/** What is said of a file whose thousands have a sign, found by its cells alone. */
function thousandsNote(sign: DecimalSign, writings: readonly NumberWriting[]): string | null {
  const parting = otherSign(sign);
  const parted = writings.some(({ either, thousands }) => either[parting] + thousands[parting] > 0);
  return parted ? `${NAMES[parting]} y sépare les milliers` : null;
}

/**
 * What comes before the decimals of a text file, as every cell of its columns of numbers says: `1.234` alone is read
 * both ways. Where cells leave it open it is a question, answered once for the files of these headings.
 *
 * @param feeds those of the source.
 * @param asked the question already asked of a file of the same headings: it is the same one.
 */
export async function settleDecimals(
  session: Session,
  source: Source,
  feeds: readonly Feed[],
  { answers, asked }: { answers: ImportAnswers | undefined; asked: ImportQuestion | undefined },
): Promise<SettledDecimals> {
  const columns = numbersOf(feeds);
  const settled = (sign: DecimalSign, note: string | null = null): SettledDecimals => {
    const read = asRead(source, sign);
    return {
      source: note === null ? read : { ...read, notes: [...(read.notes ?? []), note] },
      ...{ answer: null, question: null },
    };
  };
  const first = provenFirst(source, columns);
  if (first) return settled(first.sign);
  const nothing: SettledDecimals = { source, answer: null, question: null };
  if (!source.dialect?.signs) return nothing;
  const counted = await countWritings(
    session,
    source,
    columns.map(({ position }) => position),
  );
  const writings = counted.map(({ writing }) => writing);
  const found = decimalOf(asColumns(columns, writings));
  if (found === null) return nothing;
  if (found.is_sure) return settled(found.sign, thousandsNote(found.sign, writings));
  const at = counted.findIndex(({ example }) => example !== null);
  const [position, example] = [columns[at]?.position ?? 0, counted[at]?.example ?? ''];
  if (WHOLE_MONEY.test(`${source.headings[position] ?? ''} ${example}`)) {
    const sign = example.includes(',') ? '.' : ',';
    return settled(sign, thousandsNote(sign, writings));
  }
  const kept = feeds.map(({ constants }) => constants.get(DECIMAL_SIGN)).find((name) => name !== undefined);
  if (kept !== undefined) return settled(signOf(kept));
  const question = asked ?? (await ask(session, source, { position, example }, found.sign));
  const answer = answerTo(question, answers);
  const sign = signOf(readingOf(question, answers) ?? '');
  return { source: asRead(source, sign), answer, question };
}

/** A feed of which it was said what comes before its decimals: `comma` or `point`. */
export function withDecimalSign(feed: Feed, answer: string): Feed {
  return { ...feed, constants: new Map([...feed.constants, [DECIMAL_SIGN, answer]]) };
}
