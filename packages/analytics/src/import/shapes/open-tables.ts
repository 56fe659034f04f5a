import type { Allowance } from '../allowance.ts';
import { type CsvLine, type Dialect, parseCsvLines, readHead } from '../dialect.ts';
import { uniqueHeadings } from '../headed.ts';
import { type Layout, layoutOf } from './layout.ts';
import { reshape } from './reshape.ts';
import { Rewriter } from './rewriter.ts';
import type { RowRewriter } from './row-rewriter.ts';
import { blockLines, blocksOf, SideBySide } from './side-by-side.ts';
import { type TablePlace, tablesOf } from './tables.ts';

interface Sheet {
  name: string;
  path: string;
  dialect: Dialect;
  /** Its first lines, and which of them has the first headings. */
  lines: readonly CsvLine[];
  index: number;
  allowance: Allowance;
  nextPath: (name: string) => string;
  /** What writes the rows of a known export again. */
  rewriter: RowRewriter | null;
  /** Whether it was said that each of its columns without another meaning is a place. */
  isByPlace: boolean;
}

/** A table that was written again as one record a row. */
export interface OpenTable {
  name: string;
  path: string;
  dialect: Dialect;
  header_line: number;
  heading_row: number;
  row_lines: readonly number[];
  headings: string[];
  rows: string[][];
  /** French sentences: what the file says that was not written, and why. */
  notes: readonly string[];
}

const asItStands = (headings: readonly string[]): Layout => ({
  headings: headings.map((heading) => heading.trim()),
  base: headings.flatMap((heading, position) => (heading.trim() === '' ? [] : [position])),
  pivot: null,
  subheads: false,
});

function linesOf({ lines }: Sheet, { first, end }: TablePlace): CsvLine[] {
  return lines.filter(({ line }) => line >= first && (end === null || line < end));
}

async function openTable(
  sheet: Sheet,
  place: TablePlace,
  rewriter: RowRewriter,
  name: string,
): Promise<OpenTable> {
  const { path: from, dialect, allowance, nextPath } = sheet;
  const path = nextPath(`${name}.table.csv`);
  const { headings, row_lines, notes } = await reshape(
    { path: from, dialect, place, rewriter },
    path,
    allowance,
  );
  const written: Dialect = { ...dialect, encoding: 'utf-8', delimiter: ',', quote: '"', blanks: true };
  const rows = parseCsvLines(await readHead(path, 'utf-8'), ',', '"', true).slice(1);
  return {
    ...{ name, path, dialect: written, header_line: 1, heading_row: place.first, row_lines, notes },
    headings: uniqueHeadings(headings),
    rows: rows.map(({ row }) => row),
  };
}

/** Lines over a table's headings in which its titles are looked for. */
const TITLE_LINES = 8;

const titlesAbove = (lines: readonly CsvLine[], first: number): string =>
  lines
    .filter(({ line }) => line < first && line >= first - TITLE_LINES)
    .flatMap(({ row }) => row)
    .join(' ');

/**
 * The tables of a sheet whose layout is not one record a row under one line of headings (sizes in columns, headings
 * said again, names of families between the rows, several tables): each written again as such; null where there is
 * nothing to change.
 */
export async function tablesIn(sheet: Sheet): Promise<OpenTable[] | null> {
  const { lines, index, name, rewriter } = sheet;
  const [first] = lines.slice(index);
  if (rewriter && first) return [await openTable(sheet, { first: first.line, end: null }, rewriter, name)];
  const places = tablesOf(lines, index);
  const layouts = places.map((place) => {
    const own = linesOf(sheet, place);
    const over = lines.find(({ line }) => line === place.first - 1);
    const blocks = blocksOf(own[0]?.row ?? []);
    const [block = [0, own[0]?.row.length ?? 0] as const] = blocks;
    const layout = layoutOf(
      blocks.length > 1 ? blockLines(own, block) : own,
      over?.row.slice(block[0]),
      name,
      { titles: titlesAbove(lines, place.first), isByPlace: sheet.isByPlace },
    );
    return { blocks, layout, headings: (own[0]?.row ?? []).slice(...block) };
  });
  if (places.length === 1 && layouts[0]?.layout === null && layouts[0].blocks.length === 1) return null;
  const tables: OpenTable[] = [];
  for (const [at, place] of places.entries()) {
    const { blocks = [], layout, headings = [] } = layouts[at] ?? {};
    const each = (): RowRewriter => new Rewriter(layout ?? asItStands(headings));
    const written = blocks.length > 1 ? new SideBySide(blocks, each) : each();
    tables.push(await openTable(sheet, place, written, at === 0 ? name : `${name} (tableau ${at + 1})`));
  }
  return tables;
}
