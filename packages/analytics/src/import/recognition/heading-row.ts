import { movesHeadings } from '../shapes/row.ts';
import { meaningOf } from './meaning.ts';
import { isSize, profileOf } from './values.ts';

export interface Line {
  row: readonly string[];
  line: number;
}

export interface HeadingRow {
  /** Index among the lines looked at. */
  index: number;
  /** Other lines that could well be the headings, the likeliest first. */
  others: number[];
}

/** Lines above the headings, such as an export's title, that are looked through. */
const TITLE_LINES = 15;
/** Lines below a candidate that tell whether they are its values. */
const BELOW = 12;
/** A second line within this of the first makes the choice a question. */
const NEAR = 1;

interface Candidate {
  index: number;
  points: number;
  /** Cells that mean something to us. */
  meant: number;
}

const isFilled = (cell: string): boolean => cell.trim() !== '';

function usualWidth(lines: readonly Line[]): number {
  const counts = lines.map(({ row }) => row.filter(isFilled).length).sort((left, right) => left - right);
  return counts[Math.floor(counts.length / 2)] ?? 0;
}

function isValue(cell: string): boolean {
  if (isSize(cell)) return false;
  const { numbers, dates } = profileOf([cell]);
  return numbers > 0 || dates > 0;
}

/** How many columns have a text above numbers or days: what headings stand above. */
function contrast(row: readonly string[], below: readonly Line[]): number {
  return row.filter((cell, position) => {
    if (!isFilled(cell) || isValue(cell)) return false;
    const { numbers, dates, filled } = profileOf(below.map((line) => line.row[position] ?? ''));
    return filled > 0 && (numbers > 0.8 || dates > 0.8);
  }).length;
}

function candidateAt(lines: readonly Line[], index: number, width: number): Candidate {
  const row = lines[index]?.row ?? [];
  const filled = row.filter(isFilled);
  const meant = filled.filter((cell) => !isValue(cell) && meaningOf(cell).concepts.size > 0).length;
  const values = filled.filter(isValue).length;
  const again = filled.length - new Set(filled).size;
  const whole = filled.length >= 0.6 * width ? 1 : -1.5;
  const columns = Math.max(1, width);
  const share = (count: number): number => (4 * count) / columns;
  const above = share(contrast(row, lines.slice(index + 1, index + 1 + BELOW)));
  return { index, meant, points: share(meant) + above - share(values) - share(again) / 2 + whole };
}

/** Which of a table's first lines has its headings: the one that means most and stands above values. */
export function findHeadingRow(lines: readonly Line[]): HeadingRow {
  const width = usualWidth(lines.slice(0, TITLE_LINES + BELOW));
  const candidates = lines
    .slice(0, TITLE_LINES)
    .map((_, index) => candidateAt(lines, index, width))
    .filter(({ meant }) => meant > 0)
    .sort((left, right) => right.points - left.points || left.index - right.index);
  const [best, ...rest] = candidates;
  if (!best) return { index: 0, others: [] };
  const rowAt = (index: number): readonly string[] => lines[index]?.row ?? [];
  const same = (index: number): boolean =>
    rowAt(index).join('\t') === rowAt(best.index).join('\t') ||
    movesHeadings(rowAt(index), rowAt(best.index));
  const near = rest.filter(
    (each) => each.points > best.points - NEAR && each.meant >= 2 && !same(each.index),
  );
  // Headings said again on every page, or in another order over a second export: the first of them.
  const index = candidates.reduce(
    (first, each) => (same(each.index) ? Math.min(first, each.index) : first),
    best.index,
  );
  return { index, others: near.slice(0, 3).map((each) => each.index) };
}
