import { foldText, formatNumber, type ImportQuestion, questionKey } from '@palier/domain';
import type { Feed } from '../../feed.ts';
import type { Source } from '../../source.ts';
import { isSame, numbersAt } from './cells.ts';

/** What is said of a whole line, and the same of one piece. */
const OF_A_PIECE: Readonly<Record<string, string>> = { amount: 'unit_price', base_amount: 'base_unit_price' };

/** Rows that speak for one reading before it is believed. */
const TELLING = 3;

interface Row {
  code: string;
  pieces: number;
  money: number;
}

function rowsOf({ source, positions }: Feed, column: string): Row[] {
  const counted = positions.get('quantity');
  const coded = positions.get('item_id') ?? positions.get('item_group_id');
  const paid = positions.get(column);
  if (counted === undefined || coded === undefined || paid === undefined) return [];
  const [pieces, money] = [numbersAt(source, counted), numbersAt(source, paid)];
  return source.sample.flatMap((row, at) => {
    const [count, value] = [pieces[at], money[at]];
    if (count == null || value == null || count === 0 || value === 0) return [];
    return [{ code: row[coded] ?? '', pieces: Math.abs(count), money: Math.abs(value) }];
  });
}

/** How many pairs of rows of one article have the same figure whatever they count, or one that follows the count. */
function votes(rows: readonly Row[]): { piece: number; line: number } {
  const first = new Map<string, Row>();
  const found = { piece: 0, line: 0 };
  for (const row of rows) {
    const other = first.get(row.code);
    if (!other) first.set(row.code, row);
    else if (other.pieces !== row.pieces) {
      if (isSame(row.money, other.money)) found.piece++;
      else if (isSame(row.money / row.pieces, other.money / other.pieces)) found.line++;
    }
  }
  return found;
}

/** What says of a price that it is of one piece. */
const SAYS_PIECE = /unit|\bp\.?u\b|each|einzel|stuck|piece|pieza|pezzo/;

interface Contradicted {
  column: string;
  instead: string;
  /** Whether nothing contradicts it, and nothing proves it either. */
  is_open?: boolean;
}

/** A price of sales of several pieces that says nothing of one, and whose figures prove nothing. */
function isOpen({ source, positions }: Feed, column: string, rows: readonly Row[]): boolean {
  const heading = foldText(source.headings[positions.get(column) ?? -1] ?? '');
  const several = rows.filter(({ pieces }) => pieces > 1).length;
  return !SAYS_PIECE.test(heading) && several >= TELLING;
}

/** The column whose figures say the other thing than it was taken for, or nothing at all. */
function contradicted(feed: Feed): Contradicted | null {
  if (feed.kind !== 'sales') return null;
  for (const [line, piece] of Object.entries(OF_A_PIECE)) {
    if (feed.positions.has(line)) {
      const { piece: for_piece, line: for_line } = votes(rowsOf(feed, line));
      if (for_piece >= TELLING && for_piece > 3 * for_line) return { column: line, instead: piece };
    } else if (feed.positions.has(piece)) {
      const rows = rowsOf(feed, piece);
      const { piece: for_piece, line: for_line } = votes(rows);
      if (for_piece + for_line === 0 && isOpen(feed, piece, rows))
        return { column: piece, instead: line, is_open: true };
      if (for_line >= TELLING && for_line > 3 * for_piece) return { column: piece, instead: line };
    }
  }
  return null;
}

/** Asks whether an amount is of one piece or of the whole line, where its figures contradict its heading. */
export function askPerPiece({ name }: Source, feeds: readonly Feed[]): ImportQuestion | null {
  for (const feed of feeds) {
    const found = contradicted(feed);
    if (!found) continue;
    const heading = feed.source.headings[feed.positions.get(found.column) ?? -1] ?? '';
    const isPiece = Object.values(OF_A_PIECE).includes(found.instead);
    const example = rowsOf(feed, found.column).find(({ pieces }) => pieces > 1);
    const { pieces = 2, money = 0 } = example ?? {};
    const line = {
      value: 'line',
      label: 'De toute la ligne',
      detail: `${pieces} pièces pour ${formatNumber(money, 2)}`,
    };
    const piece = {
      value: 'piece',
      label: 'D’une pièce',
      detail: `${pieces} pièces à ${formatNumber(money, 2)}\u202f: ${formatNumber(money * pieces, 2)}`,
    };
    return {
      ...{ key: questionKey('per_piece', name), code: 'per_piece', file: name, column: heading },
      text: `« ${heading} » est-il le montant d’une pièce ou de toute la ligne ?`,
      choices: isPiece || found.is_open ? [piece, line] : [line, piece],
    };
  }
  return null;
}

/** The feeds with the amount taken for one of a piece, or of a line. */
export function asCounted(feeds: readonly Feed[], answer: string | null): Feed[] {
  return feeds.map((feed) => {
    const found = contradicted(feed);
    if (!found) return feed;
    const isPiece = Object.values(OF_A_PIECE).includes(found.instead);
    if ((answer === 'piece') !== isPiece) return feed;
    const positions = new Map(feed.positions);
    const position = positions.get(found.column);
    positions.delete(found.column);
    if (position !== undefined) positions.set(found.instead, position);
    return { ...feed, positions };
  });
}
