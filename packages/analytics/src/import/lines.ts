import { createReadStream } from 'node:fs';
import type { Source } from './source.ts';

/**
 * Physical line numbers of rows of a text file (row 0 is the first after the heading): empty lines and line
 * breaks inside quotes are what makes the two differ.
 */
export async function lineNumbers(source: Source, rows: readonly number[]): Promise<Map<number, number>> {
  const found = new Map<number, number>();
  const { row_lines } = source;
  if (row_lines)
    return new Map(rows.flatMap((row) => (row_lines[row] === undefined ? [] : [[row, row_lines[row]]])));
  if (!source.dialect) {
    for (const row of rows) found.set(row, row + 1);
    return found;
  }
  const wanted = new Set(rows);
  const last = rows.reduce((highest, row) => Math.max(highest, row), -1);
  const counter = newCounter(source.dialect.quote, source.header_line);
  for await (const chunk of createReadStream(source.path, { highWaterMark: 1 << 20 })) {
    for (const { row, line } of counter(chunk as Buffer)) {
      if (wanted.has(row)) found.set(row, line);
      if (row >= last) return found;
    }
  }
  for (const { row, line } of counter(null)) if (wanted.has(row)) found.set(row, line);
  return found;
}

interface Position {
  row: number;
  line: number;
}

/** Walks through bytes and tells where each row starts, once the row has ended. */
function newCounter(quote: string, headerLine: number): (chunk: Buffer | null) => Position[] {
  const quoteCode = quote === '"' ? 0x22 : -1;
  let line = 1;
  let row = -1;
  let start = 1;
  let quoted = false;
  let blank = true;
  return (chunk) => {
    const ended: Position[] = [];
    const endRow = (): void => {
      if (!blank && start >= headerLine) ended.push({ row: row++, line: start });
      blank = true;
    };
    if (chunk === null) endRow();
    else
      for (const code of chunk) {
        if (code === 0x0a) {
          line++;
          if (!quoted) {
            endRow();
            start = line;
          }
        } else if (code === quoteCode) {
          quoted = !quoted;
          blank = false;
        } else if (code !== 0x0d && code !== 0x20) blank = false;
      }
    return ended.filter((position) => position.row >= 0);
  };
}
