import type { Unseen } from './sheet.ts';

/** A delivery: what one retailer's data manager sends together. */
export interface Retailer {
  name: string;
  files: readonly Unseen[];
}

export type Cell = string | number;
export type Some<T> = readonly [T, ...T[]];

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** A number from 0 to below − 1, always the same for a seed and a place. */
export function roll(seed: number, index: number, below: number): number {
  let mixed = Math.imul(seed * 7919 + index + 1, 0x9e3779b1) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35) >>> 0;
  return ((mixed ^ (mixed >>> 16)) >>> 0) % below;
}

export const at = <T>(values: Some<T>, index: number): T => values[index % values.length] ?? values[0];
export const add = <T>(lines: readonly T[], value: (line: T) => number): number =>
  lines.reduce((sum, line) => sum + value(line), 0);
/** Sum of cents, in units of the currency. */
export const money = <T>(lines: readonly T[], cents: (line: T) => number): number => add(lines, cents) / 100;

export const pad = (value: number, width = 2): string => String(value).padStart(width, '0');
export const later = (iso: string, days: number): string =>
  new Date(Date.parse(`${iso}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
/** 2026-06-12 as 12/06/2026, or as 12/06/26. */
export const dmy = (iso: string, by = '/', yearFrom = 0): string =>
  [iso.slice(8, 10), iso.slice(5, 7), iso.slice(yearFrom, 4)].join(by);
export function span(days: readonly string[]): readonly [string, string] {
  const sorted = [...days].sort();
  return [sorted[0] ?? '', sorted.at(-1) ?? ''];
}

/** Cents written with a decimal mark and a mark of thousands. */
export function written(cents: number, mark = ',', thousands = ''): string {
  const [whole = '', part = ''] = (Math.abs(cents) / 100).toFixed(2).split('.');
  return `${cents < 0 ? '-' : ''}${whole.replace(/\B(?=(\d{3})+$)/g, thousands)}${mark}${part}`;
}

/** Lines of cells, quoted where a spreadsheet would. */
export const table = (by: string, lines: readonly (readonly Cell[])[], end = '\r\n'): string =>
  lines
    .map((cells) => cells.map((cell) => quoted(String(cell), by)).join(by))
    .map((line) => line + end)
    .join('');

const quoted = (cell: string, by: string): string =>
  cell.includes(by) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell;

/** Cells written “one|two|three”. */
export const cells = (...parts: string[]): string[] => parts.flatMap((part) => part.split('|'));
export function labels(...parts: string[]): Some<string> {
  const [first = '', ...others] = cells(...parts);
  return [first, ...others];
}
export const blank = (count: number): string[] => times(count, () => '');

const ANSI: Readonly<Record<string, number>> = { '€': 0x80, '’': 0x92, '–': 0x96, œ: 0x9c };
/** As Windows-1252. */
export const ansi = (text: string): Uint8Array =>
  Uint8Array.from(text, (letter) => ANSI[letter] ?? letter.charCodeAt(0));

/** As the “Unicode text” of Excel and SAP: UTF-16, its low byte first, with its mark. */
export function utf16(text: string): Uint8Array {
  const units = times(text.length, (index) => text.charCodeAt(index));
  return Uint8Array.from([0xfeff, ...units].flatMap((unit) => [unit & 0xff, unit >> 8]));
}

export interface Product {
  code: string;
  label: string;
  /** Regular selling price and cost, in cents. */
  price: number;
  cost: number;
}

/** Products written “label: price”. */
export function products(
  seed: number,
  { priced, code }: { priced: readonly string[]; code: (index: number) => string },
): Product[] {
  return priced.map((text, index) => {
    const [label = '', asked] = text.split(': ');
    const price = Math.round(Number(asked) * 100);
    const cost = Math.round((price * (30 + roll(seed + 1, index, 14))) / 100);
    return { code: code(index), label, price, cost };
  });
}

/** Line of a ticket. */
export interface Sale {
  index: number;
  product: Product;
  day: string;
  time: string;
  ticket: number;
  /** Negative for a return. */
  units: number;
  /** Percents off the regular price. */
  off: number;
  /** What was paid for one, and for the line (negative for a return), in cents. */
  each: number;
  paid: number;
  cancelled: boolean;
}

interface Selling {
  range: readonly Product[];
  from: string;
  days: number;
  count: number;
  /** First day of the markdowns. */
  markdown: string;
}

/** Lines of tickets in the order of their days: a return in 13 or so, a cancelled line in 17. */
export function sales(seed: number, { range, from, days, count, markdown }: Selling): Sale[] {
  return times(count, (index) => {
    const day = later(from, Math.floor((index * days) / count));
    const product = range[roll(seed, index, range.length)];
    if (!product) throw new Error('No product.');
    const off = day >= markdown ? at([20, 30, 30, 40], roll(seed + 2, index, 4)) : index % 9 === 4 ? 10 : 0;
    const units = index % 13 === 7 ? -1 : at([1, 1, 1, 2, 1, 1, 3, 1], roll(seed + 3, index, 8));
    const each = Math.round((product.price * (100 - off)) / 100);
    const time = `${pad(10 + roll(seed + 4, index, 9))}:${pad(roll(seed + 5, index, 60))}`;
    const cancelled = index % 17 === 11;
    return {
      index,
      product,
      day,
      time,
      ticket: 10400 + index,
      units,
      off,
      each,
      paid: each * units,
      cancelled,
    };
  });
}

export const kept = (lines: readonly Sale[]): Sale[] => lines.filter(({ cancelled }) => !cancelled);

/** What is to be kept of lines of tickets. */
export const ofSales = (lines: readonly Sale[]): Pick<Unseen, 'units' | 'amount' | 'dates'> => ({
  units: add(kept(lines), ({ units }) => units),
  amount: money(kept(lines), ({ paid }) => paid),
  dates: span(kept(lines).map(({ day }) => day)),
});
