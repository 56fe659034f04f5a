import { type DecimalSign, decimalOf, writingOfCells } from '@palier/analytics';
import type { Role, SerieRowText } from './headings.ts';

/** How a file writes its numbers, as all of its rows say. */
export interface NumberWriting {
  /** What comes before decimals, where the file proves it; the other sign parts thousands. */
  decimal: DecimalSign | null;
  /** Discounts are shares, as a workbook keeps « 30 % »: 0.3. */
  shares: boolean;
}

const NOT_NUMBERS = /[%€\s\u202f\u00a0'’]/g;

/** What `rows` say of how the numbers of their file are written. */
export function numberWritingOf(rows: readonly SerieRowText[]): NumberWriting {
  const cellsOf = (role: Role): string[] => rows.map(({ text }) => text[role]).filter((cell) => cell !== '');
  const found = decimalOf([
    { writing: writingOfCells(cellsOf('qty')), pieces: true },
    { writing: writingOfCells(cellsOf('sales')), pieces: false },
  ]);
  const decimal = found?.is_sure ? found.sign : null;
  const discounts = cellsOf('discount').filter((cell) => !cell.includes('%'));
  const points = discounts.map((cell) => readNumber(cell, null)).filter((value) => value !== null);
  const shares =
    points.every((value) => value >= 0 && value <= 1) && points.some((value) => value > 0 && value < 1);
  return { decimal, shares };
}

/** A number as files write it: « 1 234,5 », « 30 % »; NaN when it is none, null for an empty cell. */
export function readNumber(text: string, decimal: DecimalSign | null): number | null {
  const bare = text.replaceAll(NOT_NUMBERS, '').replace(/^[−–]/, '-');
  if (bare === '') return null;
  const parted = decimal === null ? bare : bare.replaceAll(decimal === ',' ? '.' : ',', '');
  return Number(parted.replace(',', '.'));
}

/** A discount in points. */
export function readPoints(text: string, shares: boolean): number | null {
  const value = readNumber(text, null);
  return value === null || !shares || text.includes('%') ? value : Math.round(value * 1e6) / 1e4;
}
