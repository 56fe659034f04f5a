import type { FileKind } from '../src/import/types.ts';

/** A file as a retailer could send it, and what it is. */
export interface Delivery {
  name: string;
  kind: FileKind;
  headings: string[];
  rows: string[][];
  /** Our column → their heading, for those that matter. */
  columns: Record<string, string>;
}

const COUNT = 40;

export function rowsOf(row: (index: number) => (string | number)[]): string[][] {
  return Array.from({ length: COUNT }, (_, index) => row(index).map(String));
}

export function pick<T>(values: readonly T[], index: number): T {
  const found = values[index % values.length];
  if (found === undefined) throw new RangeError('nothing to pick from');
  return found;
}

export const pad = (number: number, width: number): string => String(number).padStart(width, '0');
export const code = (index: number): string => `R${pad(1000 + (index % 30), 5)}`;

export function ean(index: number): string {
  const body = `3701234${pad(index % 30, 5)}`;
  const sum = [...body]
    .reverse()
    .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

export const day = (index: number): string => `${pad((index % 28) + 1, 2)}/06/2026`;
export const isoDay = (index: number): string => `2026-06-${pad((index % 28) + 1, 2)}`;
export const size = (index: number): string => pick(['36', '38', '40', '42', '44'], index);
export const letter = (index: number): string => pick(['S', 'M', 'L', 'XL'], index);
export const shop = (index: number): string => pick(['LYO', 'PAR', 'LIL', 'BOR'], index);
export const name = (index: number): string =>
  pick(['Robe longue en lin', 'Pull col rond mérinos', 'Jean droit brut', 'Chemise rayée coton'], index);
export const family = (index: number): string => pick(['Robes', 'Mailles', 'Denim', 'Chemises'], index);
export const money = (index: number): string =>
  `${(29 + ((index * 7) % 90)).toString()},${pick(['90', '00', '50'], index)}`;
export const point = (index: number): string => money(index).replace(',', '.');
export const few = (index: number): number => pick([1, 1, 1, 2, 1, -1, 1, 1], index);

export function csvOf({ headings, rows }: Pick<Delivery, 'headings' | 'rows'>): string {
  return `${[headings, ...rows].map((row) => row.join(';')).join('\n')}\n`;
}
