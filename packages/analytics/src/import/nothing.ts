import { quoteText } from '../database/sql.ts';
import type { Source } from './source.ts';

/** What most systems and spreadsheets write where there is nothing: looked for in every cell. */
const USUAL_WORDS = ['NULL', '#N/A'];

/** The others: nulls of other databases, formulas at fault, days that are none. */
const OTHER_WORDS = [
  ...['null', '(null)', '(NULL)', '[NULL]', '<null>', '\\N', 'NaN', 'N/A', 'n/a', 'N/D', '#N/D', '#NV'],
  ...['#REF!', '#DIV/0!', '#NULL!', '#NUM!', '#NOMBRE!', '#ZAHL!', '#VALUE!', '#VALEUR!', '#WERT!', '#NAME?'],
  ...['#NOM?', '#BEZUG!', '0000-00-00', '0000-00-00 00:00:00', '00/00/0000', '00.00.0000'],
];

/**
 * The words by which a file says nothing, an empty cell among them. A reader compares each cell with each word: those
 * that are seldom used are left to files whose first rows have them.
 */
export function nothingWords({ sample }: Pick<Source, 'sample'>): string[] {
  const found = new Set(sample.flat().map((cell) => cell.trim()));
  return ['', ...USUAL_WORDS, ...OTHER_WORDS.filter((word) => found.has(word))];
}

/** SQL that is true of a cell that has one of those words and nothing else. */
export const isNothingSql = (cell: string): string =>
  `list_contains([${[...USUAL_WORDS, ...OTHER_WORDS].map(quoteText).join(', ')}], trim(${cell}))`;
