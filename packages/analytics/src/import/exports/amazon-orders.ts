import type { RowRewriter, WrittenRow } from '../shapes/row-rewriter.ts';
import { Cells } from './cells.ts';

/** The column that is added: what a line brought in, its promotions taken off. */
export const AMAZON_PAID = 'Montant payé';

/** All orders of an Amazon seller: the price of a line is of all its pieces; postage is no sale. */
export class AmazonOrders implements RowRewriter {
  readonly headings: readonly string[];
  readonly #cells: Cells;

  constructor(headings: readonly string[]) {
    this.#cells = new Cells(headings);
    this.headings = [...headings, AMAZON_PAID];
  }

  records(row: readonly string[], line: number): WrittenRow[] {
    const price = this.#cells.number(row, 'item-price');
    // Some sites write a promotion below zero, others do not.
    const promotion = Math.abs(this.#cells.number(row, 'item-promotion-discount') ?? 0);
    const whole = this.headings.slice(0, -1).map((_, position) => row[position] ?? '');
    return [{ line, row: [...whole, price === null ? '' : (price - promotion).toFixed(2)] }];
  }
}
