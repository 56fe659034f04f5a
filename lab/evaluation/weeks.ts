import { parseDay } from '@palier/engine';
import { mondayOf } from '../../packages/engine/src/demand/calendar.ts';

/** How the week column of a panel is written. */
export interface WeekReader {
  /** True when weeks are dates: Mondays as day numbers, seven apart. */
  dated: boolean;
  /** Week of a cell, NaN when it is none. */
  read: (text: string) => number;
}

const SLASHED = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})/;
const SHARE = 0.5;

/**
 * Tells from some of its cells how a week column is written: dates (2024-01-08, 2024/01/08, 20240108, 08/01/2024 or
 * 01/08/2024, with or without a time), ISO weeks (2024-W02, 202402), or plain numbers.
 */
export function weekReader(cells: readonly string[]): WeekReader {
  const readers: WeekReader['read'][] = [isoDay, isoWeek, compactDay, compactWeek];
  if (cells.some((cell) => SLASHED.test(cell))) readers.push((text) => slashedDay(text, monthFirst(cells)));
  for (const read of readers) {
    const known = cells.filter((cell) => !Number.isNaN(read(cell))).length;
    if (known > SHARE * cells.length)
      return {
        dated: true,
        read: (text) => {
          const day = read(text);
          return Number.isNaN(day) ? day : mondayOf(day);
        },
      };
  }
  return {
    dated: false,
    read: (text) => {
      const found = /-?\d+(?:[.,]\d+)?/.exec(text);
      return found === null ? Number.NaN : Math.floor(Number(found[0].replace(',', '.')));
    },
  };
}

function isoDay(text: string): number {
  return parseDay(text.slice(0, 10).replaceAll('/', '-'));
}

function compactDay(text: string): number {
  const found = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  return found === null ? Number.NaN : parseDay(`${found[1]}-${found[2]}-${found[3]}`);
}

function isoWeek(text: string): number {
  const found = /^(\d{4})-?[WwSs](\d{1,2})/.exec(text);
  return found === null ? Number.NaN : mondayOfWeek(Number(found[1]), Number(found[2]));
}

function compactWeek(text: string): number {
  const found = /^((?:19|20)\d{2})(\d{2})$/.exec(text);
  return found === null ? Number.NaN : mondayOfWeek(Number(found[1]), Number(found[2]));
}

/** Monday of an ISO week: week 1 holds 4 January. */
function mondayOfWeek(year: number, week: number): number {
  return week >= 1 && week <= 53 ? mondayOf(parseDay(`${year}-01-04`)) + 7 * (week - 1) : Number.NaN;
}

function slashedDay(text: string, american: boolean): number {
  const found = SLASHED.exec(text);
  if (found === null) return Number.NaN;
  const [first = '', second = ''] = [found[1], found[2]].map((part) => (part ?? '').padStart(2, '0'));
  const [month, day] = american ? [first, second] : [second, first];
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31) return Number.NaN;
  return parseDay(`${found[3]}-${month}-${day}`);
}

/** Day first, unless only month first makes dates of them all, or more Mondays. */
function monthFirst(cells: readonly string[]): boolean {
  const score = (american: boolean) =>
    cells.reduce((sum, cell) => {
      const day = slashedDay(cell, american);
      return sum + (Number.isNaN(day) ? 0 : 10) + (mondayOf(day) === day ? 1 : 0);
    }, 0);
  return score(true) > score(false);
}
