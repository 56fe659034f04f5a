import { quoteText } from '../../database/sql.ts';
import type { Source } from '../source.ts';

/** An article number as labels print it: `3 701234 000011`. */
const SPACED_DIGITS = /^\d+([ \u00a0\u202f]\d+)+$/;
const DIGITS_AND_BLANKS = '[0-9 \u00a0\u202f]+';

/** What stands around a code so that a spreadsheet leaves its zeros: `="0012"`, `'0012`, a tab before it. */
const AROUND = String.raw`^(?:="?|['’])\s*|"$`;
/** Signs that nobody sees: tabs, zero-width spaces and joiners, soft hyphens, a mark of encoding. */
const UNSEEN = '[\t\u00ad\u200b-\u200f\u2060\ufeff]';

const isGuarded = (cell: string): boolean => /^(=|['’](?=[\p{L}\d]))/u.test(cell.trim());
const isUnseenIn = (cell: string): boolean => new RegExp(UNSEEN).test(cell);

function isSpaced(cell: string): boolean {
  return SPACED_DIGITS.test(cell.trim()) && cell.replace(/\D/g, '').length >= 8;
}

/**
 * The SQL of a code without what a file's first rows have around theirs: what keeps a spreadsheet from taking them for
 * numbers, signs that are not seen, blanks between groups of digits.
 */
export function bareCodeSql({ sample }: Pick<Source, 'sample'>, position: number, value: string): string {
  const cells = sample.map((row) => row[position] ?? '');
  let bare = value;
  if (cells.some(isUnseenIn)) bare = `trim(regexp_replace(${bare}, ${quoteText(UNSEEN)}, '', 'g'))`;
  if (cells.some(isGuarded)) bare = `regexp_replace(${bare}, ${quoteText(AROUND)}, '', 'g')`;
  if (bare !== value) bare = `nullif(${bare}, '')`;
  if (!cells.some(isSpaced)) return bare;
  const together = `regexp_replace(${bare}, '[ \u00a0\u202f]', '', 'g')`;
  return `CASE WHEN regexp_full_match(${bare}, ${quoteText(DIGITS_AND_BLANKS)}) THEN ${together} ELSE ${bare} END`;
}
