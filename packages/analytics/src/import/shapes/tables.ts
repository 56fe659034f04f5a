import type { CsvLine } from '../dialect.ts';
import { filledCells, isHeadingRow, movesHeadings, repeatsHeadings } from './row.ts';

/** Where a table of several stands in a sheet: its line of headings, and the line after its last (null: the end). */
export interface TablePlace {
  first: number;
  end: number | null;
}

/** Whether a blank row stands above a row. */
function isGap(lines: readonly CsvLine[], at: number): boolean {
  const [before, here] = [lines[at - 1], lines[at]];
  if (before === undefined || here === undefined) return true;
  return here.line > before.line + 1 || filledCells(before.row).length === 0;
}

/** Whether a row comes after a blank one, or after a lone title that does. */
function startsAnew(lines: readonly CsvLine[], index: number): boolean {
  const before = lines[index - 1];
  return (
    isGap(lines, index) ||
    (before !== undefined && filledCells(before.row).length === 1 && isGap(lines, index - 1))
  );
}

/**
 * The tables that stand one below another in a sheet, each under headings of its own; one when there are no more.
 * @param lines of the sheet's start; `first` is the index of the first headings.
 */
export function tablesOf(lines: readonly CsvLine[], first: number): TablePlace[] {
  const headings = lines[first]?.row ?? [];
  const starts = [first];
  for (let index = first + 2; index < lines.length - 1; index++) {
    const row = lines[index]?.row ?? [];
    const former = lines[starts.at(-1) ?? first]?.row ?? headings;
    const own = former.map((_, position) => position);
    // The words of a row are looked at last: few rows have a gap above them.
    const isOther = startsAnew(lines, index) && isHeadingRow(row) && !repeatsHeadings(row, former, own);
    if (isOther || movesHeadings(row, former)) starts.push(index);
  }
  return starts.map((start, at) => {
    const next = starts[at + 1];
    return { first: lines[start]?.line ?? 1, end: next === undefined ? null : titleLine(lines, next) };
  });
}

/** Where the next table starts with its title, when a lone one stands above its headings. */
function titleLine(lines: readonly CsvLine[], start: number): number | null {
  const [above, headings] = [lines[start - 1], lines[start]];
  const titled = above !== undefined && filledCells(above.row).length === 1 && isGap(lines, start - 1);
  return (titled ? above : headings)?.line ?? null;
}
