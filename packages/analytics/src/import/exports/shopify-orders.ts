import { countOf, formatMoney, formatQuantity, plural } from '@palier/domain';
import type { RowRewriter, WrittenRow } from '../shapes/row-rewriter.ts';
import { Cells, sharedCents } from './cells.ts';

/** The column that is added: what a line brought in, discounts and refunds of its order taken off. */
export const PAID = 'Montant encaissé';

/** Of orders of one currency. */
interface Tally {
  left_out: { orders: number; units: number; cents: number };
  refunded: { orders: number; cents: number };
  discounted: { orders: number; cents: number };
}

const newTally = (): Tally => ({
  left_out: { orders: 0, units: 0, cents: 0 },
  refunded: { orders: 0, cents: 0 },
  discounted: { orders: 0, cents: 0 },
});

const NEVER_SOLD = /^(refunded|voided|expired)$/i;

const orders = (count: number): string => countOf(count, 'commande');
const ending = (count: number): string => plural(count, '', 's');
const toCents = (amount: number | null): number => Math.round((amount ?? 0) * 100);

/**
 * The orders of a Shopify shop: what is said once an order, on its first line, holds for all of them. Cancelled and
 * refunded orders are not written; a discount on the order, or the refund of a part, is taken off its lines.
 */
export class ShopifyOrders implements RowRewriter {
  readonly headings: readonly string[];
  readonly #cells: Cells;
  readonly #tallies = new Map<string, Tally>();
  #order: WrittenRow[] = [];
  #name = '';

  constructor(headings: readonly string[]) {
    this.#cells = new Cells(headings);
    this.headings = [...headings, PAID];
  }

  records(row: readonly string[], line: number): WrittenRow[] {
    const name = this.#cells.text(row, 'Name');
    const done = name === this.#name ? [] : this.rest();
    this.#name = name;
    this.#order.push({ row, line });
    return done;
  }

  rest(): WrittenRow[] {
    const lines = this.#order;
    this.#order = [];
    return lines.length === 0 ? [] : this.#written(lines);
  }

  #written(lines: readonly WrittenRow[]): WrittenRow[] {
    const [head] = lines;
    if (!head) return [];
    const first = head.row;
    const whole = lines.map(({ row, line }) => ({ line, row: this.#filled(row, first) }));
    const gross = whole.map(({ row }) => this.#grossOf(row));
    const sum = gross.reduce((total, cents) => total + cents, 0);
    const tally = this.#tallyOf(first);
    const subtotal = this.#cells.number(first, 'Subtotal');
    const net = subtotal === null ? sum : Math.min(sum, toCents(subtotal));
    const refund = Math.min(net, toCents(this.#cells.number(first, 'Refunded Amount')));
    const isRefunded = refund > 0 && refund >= net;
    if (isRefunded || this.#isNeverSold(first)) {
      tally.left_out.orders += 1;
      tally.left_out.cents += net;
      tally.left_out.units += whole.reduce((total, { row }) => total + this.#quantityOf(row), 0);
      return [];
    }
    if (net < sum) tally.discounted.orders += 1;
    tally.discounted.cents += sum - net;
    if (refund > 0) tally.refunded.orders += 1;
    tally.refunded.cents += refund;
    const paid = sharedCents(net - refund, gross);
    return whole.map(({ row, line }, index) => ({
      line,
      row: [...row, ((paid[index] ?? 0) / 100).toFixed(2)],
    }));
  }

  /** The cells of the order that its other lines leave blank; those of the line itself are as they stand. */
  #filled(row: readonly string[], first: readonly string[]): string[] {
    return this.headings
      .slice(0, -1)
      .map((heading, position) =>
        (row[position] ?? '') === '' && !/^line ?item/i.test(heading)
          ? (first[position] ?? '')
          : (row[position] ?? ''),
      );
  }

  #isNeverSold(first: readonly string[]): boolean {
    return (
      NEVER_SOLD.test(this.#cells.text(first, 'Financial Status')) ||
      this.#cells.text(first, 'Cancelled at') !== ''
    );
  }

  #quantityOf(row: readonly string[]): number {
    return this.#cells.number(row, 'Lineitem quantity') ?? 0;
  }

  #grossOf(row: readonly string[]): number {
    const price = this.#cells.number(row, 'Lineitem price') ?? 0;
    return (
      Math.round(price * this.#quantityOf(row) * 100) - toCents(this.#cells.number(row, 'Lineitem discount'))
    );
  }

  #tallyOf(first: readonly string[]): Tally {
    const currency = this.#cells.text(first, 'Currency') || 'EUR';
    const known = this.#tallies.get(currency) ?? newTally();
    this.#tallies.set(currency, known);
    return known;
  }

  notes(): string[] {
    return [...this.#tallies].flatMap(([currency, { left_out, refunded, discounted }]) => {
      const money = (cents: number): string => formatMoney(cents / 100, currency);
      const said: string[] = [];
      if (left_out.orders > 0)
        said.push(
          `${orders(left_out.orders)} annulée${ending(left_out.orders)} ou remboursée${ending(left_out.orders)} en entier (${formatQuantity(left_out.units)} pièces, ${money(left_out.cents)}) ne ${left_out.orders > 1 ? 'sont pas comptées comme vendues' : 'est pas comptée comme vendue'}.`,
        );
      if (refunded.orders > 0)
        said.push(
          `${orders(refunded.orders)} remboursée${ending(refunded.orders)} en partie : ${money(refunded.cents)} sont retirés des lignes au prorata ; le fichier ne dit pas quelles pièces sont revenues, toutes comptent.`,
        );
      if (discounted.orders > 0)
        said.push(
          `${orders(discounted.orders)} avec une remise sur le total : ${money(discounted.cents)} sont retirés des lignes au prorata.`,
        );
      return said;
    });
  }
}
