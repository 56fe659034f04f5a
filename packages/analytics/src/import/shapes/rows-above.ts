import { plainFigure } from './figures.ts';
import { filledCells, mayBeTotal } from './row.ts';

type Row = readonly string[];

/** Names that nothing else than a sum has. */
const IS_TOTAL =
  /^\s*(sous[- ]?total|sub ?total\b|grand total|(tot(al|aux|ale|aal)|gesamt(summe|ergebnis)?|summe|suma)( g[eé]n[eé]ral(e)?| general)?[\s:.]*$)/i;

function numberOf(cell: string | undefined): number | null {
  const text = plainFigure(cell ?? '');
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : null;
}

interface Sums {
  rows: number;
  of: Map<number, number>;
}

const nothing = (): Sums => ({ rows: 0, of: new Map() });

/**
 * The rows of a table so far, by which one that is named as a total is told from what has such a name: « Total look » is
 * an article, « Total Access » a shop. A total leaves empty what every other row says, or adds up those above it.
 */
export class RowsAbove {
  /** Columns that every row so far fills. */
  #filled: ReadonlySet<number> | null = null;
  #all = nothing();
  /** Since the last total. */
  #since = nothing();

  isTotal(row: Row): boolean {
    if (!mayBeTotal(row)) return false;
    const [first = 0, ...numbers] = filledCells(row);
    if (numbers.length === 0 || IS_TOTAL.test(row[first] ?? '') || this.#lacksSome(row)) return true;
    return [this.#since, this.#all].some((sums) => addsUp(row, numbers, sums));
  }

  /** A row that sums none, or one that does: what comes next is summed anew. */
  add(row: Row, isTotal: boolean): void {
    if (isTotal) this.#since = nothing();
    if (isTotal || filledCells(row).length === 0) return;
    const filled = filledCells(row);
    const before = this.#filled;
    this.#filled = new Set(before === null ? filled : filled.filter((position) => before.has(position)));
    for (const sums of [this.#all, this.#since]) {
      sums.rows++;
      for (const position of filled)
        sums.of.set(position, (sums.of.get(position) ?? 0) + (numberOf(row[position]) ?? 0));
    }
  }

  #lacksSome(row: Row): boolean {
    return this.#filled !== null && [...this.#filled].some((position) => (row[position] ?? '').trim() === '');
  }
}

/** Whether most figures of a row are the sums of those above it, of two rows or more. */
function addsUp(row: Row, positions: readonly number[], { rows, of }: Sums): boolean {
  const summed = positions.filter((position) => {
    const value = numberOf(row[position]);
    return value !== null && value !== 0 && Math.abs(value - (of.get(position) ?? 0)) < 1e-6;
  });
  return rows > 1 && summed.length * 2 > positions.length;
}

/** The rows of a table that sum none, and those that do. */
export function partTotals<Line extends { row: Row }>(
  lines: readonly Line[],
): { data: Line[]; totals: Line[] } {
  const above = new RowsAbove();
  const parted: { data: Line[]; totals: Line[] } = { data: [], totals: [] };
  for (const line of lines) {
    const isTotal = above.isTotal(line.row);
    above.add(line.row, isTotal);
    parted[isTotal ? 'totals' : 'data'].push(line);
  }
  return parted;
}
