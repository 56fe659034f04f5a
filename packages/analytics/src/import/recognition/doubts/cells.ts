import type { Source } from '../../source.ts';

/** The number of a cell as its file writes numbers; null where there is none. */
export function numberIn(cell: string | undefined, { dialect }: Pick<Source, 'dialect'>): number | null {
  const text = (cell ?? '').trim();
  const figures = text.replace(/[^\d.,]/g, '');
  if (!/\d/.test(figures) || /\p{L}{4,}/u.test(text)) return null;
  const decimal = dialect?.decimal ?? '.';
  const value = Number(
    figures
      .split(decimal)
      .map((part) => part.replace(/\D/g, ''))
      .join('.'),
  );
  if (!Number.isFinite(value)) return null;
  return /^\D*-|^\(|-\s*$/.test(text) ? -value : value;
}

/** The numbers of a column in the file's first rows. */
export function numbersAt(source: Pick<Source, 'dialect' | 'sample'>, position: number): (number | null)[] {
  return source.sample.map((row) => numberIn(row[position], source));
}

const CENT = 0.011;

/** Whether two figures are the same but for their rounding. */
export const isSame = (left: number, right: number): boolean =>
  Math.abs(left - right) <= CENT + Math.abs(right) * 1e-4;

/** Rows from which figures prove something, and how many of them have to agree. */
const TELLING = 3;
const MOSTLY = 0.9;

/** Whether enough rows have both figures, and nearly all of those pass a test. */
export function mostly(tests: readonly (boolean | null)[]): boolean {
  const known = tests.filter((test) => test !== null);
  return known.length >= TELLING && known.filter(Boolean).length >= known.length * MOSTLY;
}
