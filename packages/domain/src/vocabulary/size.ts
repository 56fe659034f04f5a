/** Where a size stands among others: letters, then numbers, then the rest. */
export interface SizeRank {
  group: 0 | 1 | 2;
  rank: number;
}

const LETTERS = /^(?:(\d+)X|(X*))([SML])([/-].*)?$/;
const NUMBER = /^(\d+(?:[.,]\d+)?)\s*(ANS?|A|YEARS?|YRS?|Y)?/;
const MONTHS_OF_A_YEAR = 12;

/**
 * Where a size stands: XS, S, M, L, XL, 2XL… in this order, `S/M` after S; numbers by value, ages of children in months
 * (« 18 mois » before « 2 ans »).
 */
export function sizeRank(size: string): SizeRank {
  const text = size.trim().toUpperCase();
  const letters = LETTERS.exec(text);
  if (letters) {
    const times = letters[1] === undefined ? (letters[2]?.length ?? 0) : Number(letters[1]);
    const middle = letters[3] === 'S' ? -1 - times : letters[3] === 'L' ? 1 + times : 0;
    return { group: 0, rank: middle + (letters[4] === undefined ? 0 : 0.5) };
  }
  const number = NUMBER.exec(text);
  if (!number) return { group: 2, rank: 0 };
  const value = Number(number[1]?.replace(',', '.'));
  return { group: 1, rank: number[2] === undefined ? value : value * MONTHS_OF_A_YEAR };
}

/** Order of sizes as a rail shows them: by rank, then by their text. */
export function compareSizes(left: string, right: string): number {
  const [one, other] = [sizeRank(left), sizeRank(right)];
  const texts = left < right ? -1 : Number(left > right);
  return one.group - other.group || one.rank - other.rank || texts;
}
