import type { CsvLine } from '../dialect.ts';
import { meaningOf } from '../recognition/meaning.ts';
import type { Concept } from '../recognition/words.ts';
import { filledCells } from './row.ts';

/** Rows that are blank under the first of theirs, and groups, before blanks are believed to say the same again. */
const FEWEST = 2;
const FEWEST_SHARE = 0.15;
const MOSTLY = 0.95;

/** What is counted is said on every row, or is none. */
const COUNTED: readonly Concept[] = ['qty', 'stock', 'sold', 'amount', 'price', 'cost', 'discount', 'tax'];

const isBlank = (row: readonly string[], position: number): boolean => (row[position] ?? '').trim() === '';

/**
 * The first columns whose blanks say what stands above, as pivot tables and printed orders write them: once a group,
 * never twice in a row, on rows that are otherwise as full as the others.
 * @param rows of data, without totals and names of families.
 */
export function filledDown(headings: readonly string[], rows: readonly CsvLine[]): number[] {
  const [first] = filledCells(headings);
  if (
    first === undefined ||
    COUNTED.some((concept) => meaningOf(headings[first] ?? '').concepts.has(concept))
  )
    return [];
  const own = rows.filter(({ row }) => filledCells(row).length > 0);
  const groups = own.filter(({ row }) => !isBlank(row, first));
  const below = own.filter(({ row }) => isBlank(row, first));
  const isFirst = own[0] !== undefined && groups[0] === own[0];
  if (!isFirst || groups.length < FEWEST || below.length < Math.max(FEWEST, own.length * FEWEST_SHARE))
    return [];
  const values = groups.map(({ row }) => row[first]?.trim());
  if (new Set(values).size < values.length * MOSTLY) return [];
  const alike = (position: number): boolean =>
    own.filter(({ row }) => isBlank(row, position) === isBlank(row, first)).length >= own.length * MOSTLY;
  const last = headings.findIndex((_, position) => position > first && !alike(position));
  const positions = headings.flatMap((_, position) =>
    position >= first && (last < 0 || position < last) ? [position] : [],
  );
  const others = (line: CsvLine): number =>
    filledCells(line.row).filter((position) => !positions.includes(position)).length;
  const usual = Math.max(...groups.map(others));
  const isWhole = (line: CsvLine): boolean => usual > 0 && others(line) >= usual / 2;
  return [...groups, ...below].filter(isWhole).length >= own.length * MOSTLY ? positions : [];
}
