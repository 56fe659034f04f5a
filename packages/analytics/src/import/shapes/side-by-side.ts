import type { CsvLine } from '../dialect.ts';
import { filledCells } from './row.ts';
import type { RowRewriter, WrittenRow } from './row-rewriter.ts';

/** Columns of one of the tables that stand side by side: from, and until before. */
type Block = readonly [start: number, end: number];

/** Tables of the same headings side by side, a blank column between them; one block, the whole row, for any other. */
export function blocksOf(headings: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let start = 0;
  for (let at = 0; at <= headings.length; at++) {
    if (at < headings.length && (headings[at] ?? '').trim() !== '') continue;
    if (at > start) blocks.push([start, at]);
    start = at + 1;
  }
  const said = blocks.map(([from, end]) =>
    headings
      .slice(from, end)
      .map((cell) => cell.trim())
      .join('\t'),
  );
  const alike = blocks.length > 1 && said.every((each) => each === said[0]) && (said[0] ?? '').includes('\t');
  return alike ? blocks : [[0, headings.length]];
}

export const blockLines = (lines: readonly CsvLine[], [start, end]: Block): CsvLine[] =>
  lines.map(({ row, ...line }) => ({ ...line, row: row.slice(start, end) }));

/** Tables side by side, one below another. */
export class SideBySide implements RowRewriter {
  readonly #blocks: readonly Block[];
  readonly #each: readonly RowRewriter[];

  constructor(blocks: readonly Block[], each: () => RowRewriter) {
    this.#blocks = blocks;
    this.#each = blocks.map(each);
  }

  get headings(): readonly string[] {
    return this.#each[0]?.headings ?? [];
  }

  records(row: readonly string[], line: number): WrittenRow[] {
    return this.#blocks.flatMap(([start, end], index) => {
      const own = row.slice(start, end);
      return filledCells(own).length === 0 ? [] : (this.#each[index]?.records(own, line) ?? []);
    });
  }
}
