import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Allowance, within } from '../allowance.ts';
import { type CsvLine, type Dialect, parseCsvLines } from '../dialect.ts';
import type { RowRewriter, WrittenRow } from './row-rewriter.ts';
import type { TablePlace } from './tables.ts';

export interface Reshaped {
  headings: string[];
  /** For each row written, the line of the customer's file that it comes from. */
  row_lines: number[];
  notes: readonly string[];
}

const PIECE_BYTES = 1 << 20;

/** The rows of a text file, a piece at a time, with their lines. */
async function* rowsOf(path: string, { delimiter, quote }: Dialect): AsyncGenerator<CsvLine[]> {
  let rest = '';
  let line = 1;
  const takeWhole = function* (text: string): Generator<CsvLine[]> {
    yield parseCsvLines(text, delimiter, quote).map((each) => ({ ...each, line: each.line + line - 1 }));
    line += text.split('\n').length - 1;
  };
  for await (const piece of createReadStream(path, { encoding: 'utf8', highWaterMark: PIECE_BYTES })) {
    rest += String(piece).replace(/^\uFEFF/, '');
    const cut = wholeRows(rest, quote);
    if (cut === 0) continue;
    yield* takeWhole(rest.slice(0, cut));
    rest = rest.slice(cut);
  }
  if (rest !== '') yield* takeWhole(rest);
}

/** Where the last line ends that no open quote runs over. */
function wholeRows(text: string, quote: string): number {
  for (let cut = text.lastIndexOf('\n'); cut >= 0; cut = text.lastIndexOf('\n', cut - 1)) {
    if (quote === '' || (text.slice(0, cut).split(quote).length - 1) % 2 === 0) return cut + 1;
    if (cut === 0) break;
  }
  return 0;
}

function csvCell(value: string): string {
  return /[",;\n\r]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** Writes a table again as one record a row: `,` between cells, quotes where needed. */
export async function reshape(
  from: { path: string; dialect: Dialect; place: TablePlace; rewriter: RowRewriter },
  to: string,
  allowance: Allowance,
): Promise<Reshaped> {
  const { path, dialect, place, rewriter } = from;
  const row_lines: number[] = [];
  const written = (records: readonly WrittenRow[]): string => {
    for (const { line } of records) row_lines.push(line);
    return records.map(({ row }) => `${row.map(csvCell).join(',')}\n`).join('');
  };
  async function* lines(): AsyncGenerator<string> {
    yield `${rewriter.headings.map(csvCell).join(',')}\n`;
    for await (const rows of rowsOf(path, dialect)) {
      const own = rows.filter(({ line }) => line > place.first && (place.end === null || line < place.end));
      const text = own.map(({ row, line }) => written(rewriter.records(row, line))).join('');
      if (text !== '') yield text;
    }
    const rest = written(rewriter.rest?.() ?? []);
    if (rest !== '') yield rest;
  }
  await pipeline(Readable.from(lines(), { objectMode: false }), within(allowance), createWriteStream(to));
  return { headings: [...rewriter.headings], row_lines, notes: rewriter.notes?.() ?? [] };
}
