import { formatQuantity } from '@palier/domain';
import { meaningOf } from '../recognition/meaning.ts';
import { isSize, profileOf } from '../recognition/values.ts';

type Row = readonly string[];

export function filledCells(row: Row): number[] {
  return row.flatMap((cell, position) => (cell.trim() === '' ? [] : [position]));
}

/** How the name of a row that sums others begins, or ends: « Total Robes », `Dresses Total`. */
const SAYS_TOTAL =
  /^\s*(sous[- ]?tot|grand tot|tot(al|aux|ale|aal)\b|sub ?total|gesamt|summe\b|suma\b|totale\b)|\s(total|totale|ergebnis|summe)\s*$/i;

/** Whether a row may sum those above it: its first cell says so, and it names nothing else (`RowsAbove` tells). */
export function mayBeTotal(row: Row): boolean {
  const [first, ...others] = filledCells(row);
  if (first === undefined || !SAYS_TOTAL.test(row[first] ?? '')) return false;
  return others.every((position) => profileOf([row[position] ?? '']).numbers > 0);
}

/** Of the cells of a row, for it to say the headings again. */
const MOSTLY_SAID = 0.6;

/** Whether a row says the headings again, as prints do on every page. */
export function repeatsHeadings(row: Row, headings: Row, positions: readonly number[]): boolean {
  const named = positions.filter((position) => (headings[position] ?? '').trim() !== '');
  const same = named.filter((position) => row[position]?.trim() === headings[position]?.trim()).length;
  return named.length > 0 && same >= Math.max(1, named.length * MOSTLY_SAID);
}

/**
 * Whether a row says the headings again elsewhere than they stand, as the second of two exports put one below the other
 * does: what is below it is no longer in their columns.
 */
export function movesHeadings(row: Row, headings: Row): boolean {
  const own = headings.map((heading) => heading.trim());
  const said = filledCells(row).map((position) => ({ position, cell: row[position]?.trim() ?? '' }));
  const again = said.filter(({ cell }) => own.includes(cell));
  const isMoved = again.some(({ cell, position }) => own[position] !== cell);
  return isMoved && again.length >= Math.max(2, said.length * MOSTLY_SAID) && isHeadingRow(row);
}

/** What is said of a file whose headings come again, moved, further down than it is looked through. */
export const movedHeadingsAt = (line: number): string =>
  `ses titres reviennent dans un autre ordre, ligne ${formatQuantity(line)}\u202f: envoyez en deux fichiers ce qui est au-dessus et ce qui est en dessous`;

/** Whether a row has but the name of what stands below: « ROBES », « Boutique de Lyon ». */
export function isSubhead(row: Row): boolean {
  const filled = filledCells(row);
  const text = row[filled[0] ?? 0]?.trim() ?? '';
  return (
    filled.length === 1 && (filled[0] ?? 0) <= 1 && /^\p{L}[\p{L}\s'’&/.-]+$/u.test(text) && !mayBeTotal(row)
  );
}

/** Whether a row has the sizes that the columns stand for from there on, as grids by family do. */
export function isSizeRow(row: Row, pivot: readonly number[]): boolean {
  const cells = pivot.map((position) => row[position]?.trim() ?? '').filter((cell) => cell !== '');
  if (cells.length < 2 || !cells.every(isSize) || new Set(cells).size < cells.length) return false;
  if (cells.some((cell) => !/^\d+$/.test(cell))) return true;
  const numbers = cells.map(Number);
  const grows = numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0));
  return grows && filledCells(row).length <= cells.length + 1;
}

export const isDayHeading = (cell: string): boolean => profileOf([cell]).dates > 0;

/** Whether a row is headings by itself: words that we know, and no values. */
export function isHeadingRow(row: Row): boolean {
  const filled = filledCells(row).map((position) => row[position] ?? '');
  const meant = filled.filter((cell) => meaningOf(cell).concepts.size > 0).length;
  const { numbers, dates } = profileOf(filled.filter((cell) => !isSize(cell)));
  return filled.length >= 2 && meant >= 2 && meant >= filled.length * 0.5 && numbers === 0 && dates === 0;
}
