import { meaningOf } from '../recognition/meaning.ts';
import { profileOf } from '../recognition/values.ts';

/** What a heading also says where its figures are of one piece, and are repeated with each size. */
const OF_ONE_PIECE = ['price', 'cost', 'unit', 'rate'];

/** Columns kept beside sizes or days in columns that are the amount of the whole row: « CA TTC », « Montant ». */
export function wholeAmounts(
  headings: readonly string[],
  base: readonly number[],
  rows: readonly (readonly string[])[],
): number[] {
  return base.filter((position) => {
    const concepts: ReadonlySet<string> = meaningOf(headings[position] ?? '').concepts;
    const isMoney = concepts.has('amount') || (concepts.has('sold') && concepts.has('value'));
    if (!isMoney || OF_ONE_PIECE.some((concept) => concepts.has(concept))) return false;
    return profileOf(rows.map((row) => row[position] ?? '')).numbers > 0.5;
  });
}

const AMOUNT = /^(\D*?)(\d[\d\s\u00a0\u202f.,'’]*)(\D*)$/;

/**
 * An amount shared out by weights, each share written as the amount is, to its last digit: together they are the
 * amount again, exactly. Null for what is no number.
 */
export function shareAmount(
  cell: string,
  weights: readonly number[],
  decimal: ',' | '.',
): readonly string[] | null {
  const [, before, figures, after] = AMOUNT.exec(cell.trim()) ?? [];
  if (before === undefined || figures === undefined || after === undefined) return null;
  const [whole = '', cents = ''] = figures
    .trim()
    .split(decimal)
    .map((part) => part.replace(/\D/g, ''));
  const units = (before.includes('-') ? -1 : 1) * Number(whole + cents);
  if (!Number.isSafeInteger(units)) return null;
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const written = (share: number): string => {
    const digits = String(Math.abs(share)).padStart(cents.length + 1, '0');
    const point = digits.length - cents.length;
    const text = cents === '' ? digits : `${digits.slice(0, point)}${decimal}${digits.slice(point)}`;
    return `${share < 0 ? '-' : ''}${before.replace('-', '')}${text}${after}`;
  };
  let reached = 0;
  let given = 0;
  return weights.map((weight) => {
    reached += weight;
    // As many returned as sold: nothing says whose the amount is, and the first has it.
    const until = sum === 0 ? units : Math.round((units * reached) / sum);
    const share = until - given;
    given += share;
    return written(share);
  });
}
