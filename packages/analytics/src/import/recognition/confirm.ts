import { currencyOfHeading, type ImportQuestion, questionKey } from '@palier/domain';
import { type ColumnSpec, columnSpec } from '../columns.ts';
import type { Feed } from '../feed.ts';
import { essence, normalizeHeading } from '../headings.ts';
import { LEFT_ASIDE } from '../left-aside.ts';
import { SUBHEAD_HEADING } from '../shapes/rewriter.ts';
import { ownColumns, type Source } from '../source.ts';
import type { FileKind } from '../types.ts';
import { meaningOf } from './meaning.ts';
import { doubtOfName } from './named-matter.ts';
import { TELLING_ROWS } from './sign.ts';
import type { ColumnView, TableView } from './table.ts';

/** The answer that what was read is what the file says. */
export const CONFIRMED = 'confirm';

/** What each kind adds up, or counts discounts from. */
const MEASURES: Partial<Record<FileKind, readonly string[]>> = {
  sales: ['quantity', 'returned_quantity', 'amount', 'base_amount', 'unit_price', 'base_unit_price'],
  stock: ['quantity'],
  orders: ['quantity'],
  forecasts: ['quantity'],
  prices: ['price', 'base_price', 'reduced_price'],
};

const MOST_SORTS = 6;
/** Of what is not understood, the first. */
const MOST_SAID = 4;

/** Figures that nothing says what they count: they may be what should have been added up. */
const isAnyFigure = ({ meaning: { concepts }, values }: ColumnView): boolean =>
  concepts.size === 0 && values.numbers > 0.9 && values.distinct > 2 && values.eans < 0.5;

/** A few words that come again and again, and mean nothing to us: they may tell rows that do not count. */
const tellsRows = ({ meaning: { concepts }, values }: ColumnView): boolean =>
  concepts.size === 0 &&
  values.numbers < 0.5 &&
  values.sizes < 0.5 &&
  values.filled >= TELLING_ROWS &&
  values.distinct > 1 &&
  values.distinct <= MOST_SORTS;

/** What a heading says without what stands in brackets: « CA TTC (k€) ». */
const unknownIn = (heading: string): number => meaningOf(heading.replace(/\([^)]*\)/g, '')).unknown;

/** What speaks against the reading of a file, in French: what it has that we do not understand. */
function doubtsOf(feeds: readonly Feed[], table: TableView): string[] {
  const counted = feeds.flatMap(({ kind, source, positions }) =>
    (MEASURES[kind] ?? []).flatMap((name) => source.headings[positions.get(name) ?? -1] ?? []),
  );
  if (counted.length === 0) return [];
  const taken = new Set(feeds.flatMap(({ positions }) => [...positions.values()]));
  // What tells lines apart is understood, though it is no column of ours; so are the sub-heads that we made one of.
  const settled = new Set([SUBHEAD_HEADING, ...feeds.flatMap(({ constants }) => [...constants.values()])]);
  const others = table.columns.filter(
    ({ position, heading }) => !taken.has(position) && !settled.has(heading),
  );
  // « EUR_FR » says a currency, and so what it is.
  const guessed = counted.filter((heading) => unknownIn(heading) > 0 && currencyOfHeading(heading) === null);
  const sorts = others.filter(tellsRows);
  const figures = others.filter((column) => !sorts.includes(column) && isAnyFigure(column));
  return [
    ...figures.map(
      ({ heading }) => `« ${heading} » n’est pas comprise\u202f: elle n’entre dans aucun total.`,
    ),
    ...sorts.map(({ heading }) => `« ${heading} » n’est pas comprise\u202f: toutes ses lignes comptent.`),
    ...guessed.map((heading) => `« ${heading} » est comptée sans que tous ses mots soient compris.`),
  ].slice(0, MOST_SAID);
}

/**
 * Whether a file is made as docs/formats.md says: each of its columns has a heading that is said there for a column of
 * ours, and nothing is left over.
 */
function isDocumented({ headings, row_lines }: Source, feeds: readonly Feed[]): boolean {
  const known = (position: number): boolean =>
    feeds.some(({ kind, positions }) =>
      [...positions].some(
        ([name, at]) => at === position && isHeadingOf(columnSpec(kind, name), headings[position] ?? ''),
      ),
    );
  return row_lines === undefined && ownColumns(headings).every(known);
}

function isHeadingOf(column: ColumnSpec | undefined, heading: string): boolean {
  if (!column) return false;
  const said = essence(normalizeHeading(heading));
  return [column.name, ...column.synonyms].some((name) => essence(name) === said);
}

/**
 * Asks, of the first file with its headings, whether the rows that are shown are what it says: not what it is, nor
 * which of two readings is right. Once confirmed, the next files of these headings are read so. Its examples are put
 * once the rows are read. null: the file is made as Palier's own documentation says, and named so.
 */
export function askReading(source: Source, feeds: readonly Feed[], table: TableView): ImportQuestion | null {
  if (feeds.length === 0) return null;
  const kinds = feeds.map(({ kind }) => kind);
  const named = doubtOfName(source.name, kinds, []);
  if (named === null && isDocumented(source, feeds)) return null;
  const text = 'Premier fichier de cette mise en page\u202f: est-ce bien ce qu’il dit ?';
  return readingQuestion(source, text, [...(named === null ? [] : [named]), ...doubtsOf(feeds, table)]);
}

/**
 * The same of a file whose headings are known, when its name says another matter than the names of those that were read
 * so (`before`); null when it does not.
 */
export function askNamed(
  source: Source,
  feeds: readonly Feed[],
  before: readonly string[],
): ImportQuestion | null {
  const kinds = feeds.map(({ kind }) => kind);
  const named = doubtOfName(source.name, kinds, before);
  const text = 'Mise en page connue, sous un nom nouveau\u202f: est-ce bien ce que ce fichier dit ?';
  return named === null ? null : readingQuestion(source, text, [named]);
}

function readingQuestion({ name }: Source, text: string, doubts: string[]): ImportQuestion {
  return {
    ...{ key: questionKey('reading', name), code: 'reading', file: name, column: null, text },
    ...(doubts.length > 0 && { doubts }),
    choices: [
      {
        value: CONFIRMED,
        label: 'C’est bien cela',
        detail: 'Les prochains fichiers de mêmes titres seront lus ainsi',
      },
      {
        value: LEFT_ASIDE,
        label: 'Ne pas l’importer',
        detail: 'Pour corriger ses colonnes, ou le laisser de côté',
      },
    ],
  };
}
