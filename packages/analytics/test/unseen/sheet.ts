import type { FileKind } from '../../src/import/types.ts';

/** A file of a kind that no rule was written for, what it is, and its totals as its maker would count them. */
export interface Unseen {
  name: string;
  text: string | Uint8Array;
  /** null: of no kind that Palier keeps; kept as any, it is wrong. */
  kind: FileKind | null;
  /** Pieces sold, stocked or ordered; prices and articles: none. */
  units?: number;
  /** As the file has it, with its taxes or without. */
  amount?: number;
  /** Sum of the prices that discounts are counted from. */
  list?: number;
  /** First and last day of its rows. */
  dates?: readonly [first: string, last: string];
  /** The currency that its amounts say. */
  currency?: string;
  /** A code that one of its rows is of. */
  code?: string;
}

type Cell = string | number;

const COUNT = 24;

interface Sheet {
  name: string;
  kind: Unseen['kind'];
  by?: string;
  above?: string[];
  headings: string;
  row: (index: number) => Cell[];
  below?: string[];
  units?: (index: number) => number;
  amount?: (index: number) => number;
  list?: (index: number) => number;
  dates?: Unseen['dates'];
  currency?: string;
  code?: string;
}

export const sumOf = (value: (index: number) => number): number =>
  Math.round(
    Array.from({ length: COUNT }, (_, index) => value(index)).reduce((sum, each) => sum + each, 0) * 100,
  ) / 100;

/** A file of as many rows as the others, with its totals. */
export function sheet({
  name,
  kind,
  by = ';',
  above = [],
  headings,
  row,
  below = [],
  units,
  amount,
  list,
  ...others
}: Sheet): Unseen {
  const rows = Array.from({ length: COUNT }, (_, index) => row(index).join(by));
  return {
    ...others,
    ...{ name, kind, text: `${[...above, headings, ...rows, ...below].join('\n')}\n` },
    ...(units && { units: sumOf(units) }),
    ...(amount && { amount: sumOf(amount) }),
    ...(list && { list: sumOf(list) }),
  };
}

export const two = (number: number): string => String(number).padStart(2, '0');
export const one = <T>(values: readonly [T, ...T[]], index: number): T =>
  values[index % values.length] ?? values[0];
export const french = (value: number): string => value.toFixed(2).replace('.', ',');
export const english = (value: number): string => value.toFixed(2);
export const day = (index: number): number => (index % 24) + 4;
export const ref = (index: number): string => `K${4100 + (index % 9)}`;
export const letters = ['S', 'M', 'L', 'XL'] as const;
export const few = (index: number): number => one([1, 1, 2, 1, 1, 1, -1, 1], index);
export const price = (index: number): number => one([39.9, 59.9, 79.9, 25, 119], index);
export const paid = (index: number): number => few(index) * price(index);
export const held = (index: number): number => (index * 5) % 13;

/** The rows of a file, by their place. */
export const count: readonly number[] = Array.from({ length: COUNT }, (_, index) => index);

export const isVoid = (index: number): boolean => index % 5 === 4;
export const asked = (index: number): number => one([1, 2, 1, 3], index);
export const worth = (index: number): number => asked(index) * price(index);
