import { quoteText } from '../../database/sql.ts';

/** The columns whose codes a spreadsheet may have taken for numbers. */
export const CODE_COLUMNS = ['item_id', 'item_group_id'] as const;
export type CodeColumn = (typeof CODE_COLUMNS)[number];

/** What is said of a code whose digits a spreadsheet left out. */
export const DAMAGED_CODE = 'code abîmé par le tableur';

/** `7,1397E+11`: what a spreadsheet shows of a long number, and writes when it saves as text. */
const SCIENTIFIC = String.raw`(\d)(?:[.,](\d+))?E\+?(\d{2})`;

/** SQL: whether a code has lost its last digits to a spreadsheet. */
export function isScientificSql(code: string): string {
  return `regexp_full_match(trim(${code}), ${quoteText(SCIENTIFIC)})`;
}

const part = (code: string, index: number): string =>
  `regexp_extract(trim(${code}), ${quoteText(`^${SCIENTIFIC}$`)}, ${index})`;

/** SQL: whether a code of digits reads as a damaged one, rounded as it is. */
export function roundsToSql(code: string, damaged: string): string {
  const [digits, decimals, exponent] = [1, 2, 3].map((index) => part(damaged, index));
  const unit = `pow(10, ${exponent}::INTEGER - len(${decimals}))`;
  return `(len(ltrim(${code}, '0')) = ${exponent}::INTEGER + 1
    AND round(ltrim(${code}, '0')::DOUBLE / ${unit})::BIGINT = (${digits} || ${decimals})::BIGINT)`;
}

/** SQL: whether 13 digits are an EAN by their check digit. */
export function isEanSql(code: string): string {
  const digit = (at: number): string => `substr(${code}, ${at}, 1)::INTEGER`;
  const sum = Array.from({ length: 12 }, (_, index) => `${index % 2 === 0 ? 1 : 3} * ${digit(index + 1)}`);
  return `(CASE WHEN regexp_full_match(${code}, '\\d{13}') THEN (${sum.join(' + ')} + ${digit(13)}) % 10 = 0 ELSE false END)`;
}
