import { foldText } from '@palier/domain';
import type { CsvLine } from '../dialect.ts';
import { figureOf } from './figures.ts';

/** Headings of boxes, and of what one of them has in it. */
const BOXES = /\b(cartons?|colis|ctns?|boxes|box|packs?|kolli|kartons?|colli|cajas|scatole|caixas)\b/;
const PER_BOX = /\b(per|par|pro|por|je)\b|\bpcb\b/;
/** Rows that prove it, of all. */
const MOSTLY = 0.9;
const FEWEST_ROWS = 3;

/** The column of boxes that sizes in columns are the content of, and their pieces in all where a column says them. */
export interface Boxes {
  position: number;
  pieces: number | null;
}

/**
 * Sizes in columns that count what one box has in it: a column says their sum to be that of a box, or the sum times the
 * boxes to be the pieces in all. Null where the figures do not prove it.
 */
export function boxesOf(
  headings: readonly string[],
  sizes: readonly number[],
  rows: readonly CsvLine[],
): Boxes | null {
  const said = headings.map((heading) => foldText(heading));
  const position = said.findIndex((heading) => BOXES.test(heading) && !PER_BOX.test(heading));
  const filled = rows.filter(({ row }) => figureOf(row[position]) > 0);
  if (position < 0 || filled.length < FEWEST_ROWS) return null;
  const each = (row: readonly string[]): number => sizes.reduce((sum, size) => sum + figureOf(row[size]), 0);
  const mostly = (test: (row: readonly string[]) => boolean): boolean =>
    filled.filter(({ row }) => test(row)).length >= filled.length * MOSTLY;
  const isSeveral = filled.some(({ row }) => figureOf(row[position]) > 1);
  const pieces = headings.findIndex(
    (_, at) =>
      at !== position &&
      isSeveral &&
      mostly((row) => figureOf(row[at]) === each(row) * figureOf(row[position])),
  );
  const isContent = said.some(
    (heading, at) => PER_BOX.test(heading) && mostly((row) => figureOf(row[at]) === each(row)),
  );
  if (pieces < 0 && !isContent) return null;
  return { position, pieces: pieces < 0 ? null : pieces };
}
