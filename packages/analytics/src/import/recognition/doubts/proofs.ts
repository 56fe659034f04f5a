import type { Feed } from '../../feed.ts';
import { ownColumns, type Source } from '../../source.ts';
import { meaningOf } from '../meaning.ts';
import { isSame, mostly, numbersAt } from './cells.ts';

type Numbers = readonly (number | null)[];

/** Columns of pieces by what they are in sales: sold, and of those what came back. */
export interface ProvedPieces {
  quantity: number;
  returned_quantity?: number;
}

/** Whether a column of counts makes amounts of prices, row by row, in rows that prove something. */
function makesAmounts(pieces: Numbers, price: Numbers, amount: Numbers): boolean {
  const tests = pieces.map((count, row) => {
    const [each, all] = [price[row], amount[row]];
    return count === null || each == null || all == null || each === 0 ? null : isSame(all, count * each);
  });
  return mostly(tests) && new Set(pieces.filter((count, row) => count !== null && tests[row])).size > 1;
}

const less = (left: Numbers, right: Numbers): Numbers =>
  left.map((value, row) => (value === null ? null : value - (right[row] ?? 0)));

const isBelow = (part: Numbers, whole: Numbers): boolean =>
  part.every((value, row) => value === null || Math.abs(value) <= Math.abs(whole[row] ?? 0));

/**
 * Which of several columns counts the pieces that were paid: that which, times the price of one, makes the amount; or
 * the difference of two, one of which came back. Null where the figures prove none, or several.
 */
export function provedPieces(
  source: Source,
  money: { amount: number | undefined; prices: readonly number[] },
  among: readonly number[],
): ProvedPieces | null {
  if (money.amount === undefined) return null;
  const amount = numbersAt(source, money.amount);
  const counts = new Map(among.map((position) => [position, numbersAt(source, position)]));
  for (const at of money.prices) {
    const price = numbersAt(source, at);
    const alone = among.filter((position) => makesAmounts(counts.get(position) ?? [], price, amount));
    const [only] = alone;
    if (only !== undefined && alone.length === 1) return { quantity: only };
    if (alone.length > 1) continue;
    const pairs = among.flatMap((whole) =>
      among
        .filter((part) => part !== whole && isBelow(counts.get(part) ?? [], counts.get(whole) ?? []))
        .filter((part) => makesAmounts(less(counts.get(whole) ?? [], counts.get(part) ?? []), price, amount))
        .map((part) => ({ quantity: whole, returned_quantity: part })),
    );
    const [pair] = pairs;
    if (pair && pairs.length === 1) return pair;
  }
  return null;
}

/** Columns of prices of a piece by their headings. */
export function pricesIn({ headings }: Pick<Source, 'headings'>): number[] {
  return ownColumns(headings).filter((position) => {
    const { concepts } = meaningOf(headings[position] ?? '');
    return concepts.has('price') && !concepts.has('amount') && !concepts.has('cost');
  });
}

const hasSome = (values: Numbers): boolean =>
  values.filter((value) => value !== null && value !== 0).length > 2;

/**
 * The feed with what was paid as its amount, where the amount that was taken less a discount makes another column:
 * « Lordo », « Sconto » and « Netto pagato », whatever they are called.
 */
export function withDiscounts(feed: Feed): Feed {
  const { source, positions, kind } = feed;
  const gross = positions.get('amount');
  if (kind !== 'sales' || gross === undefined) return feed;
  const own = ownColumns(source.headings).filter((position) => position !== gross);
  const taken = new Set(
    [...positions].filter(([name]) => name !== 'base_amount').map(([, position]) => position),
  );
  const before = numbersAt(source, gross);
  for (const discount of own) {
    const { concepts } = meaningOf(source.headings[discount] ?? '');
    const off = numbersAt(source, discount);
    if (!concepts.has('discount') || concepts.has('percent') || !hasSome(off)) continue;
    const paid = own.find(
      (position) =>
        position !== discount &&
        !taken.has(position) &&
        mostly(
          numbersAt(source, position).map((value, row) => {
            const [whole, less] = [before[row], off[row]];
            return value === null || whole == null || less == null || less === 0
              ? null
              : isSame(value, whole - Math.abs(less));
          }),
        ),
    );
    const others = [...positions].filter(([, position]) => position !== paid);
    if (paid !== undefined) return { ...feed, positions: new Map([...others, ['amount', paid]]) };
  }
  return feed;
}

/**
 * The feed with its amounts told apart by their taxes, where one column is another with those of a third: `Net` and
 * `VAT` make `Gross`, whatever the two are called.
 */
export function withTaxes(feed: Feed): Feed {
  const { source, positions, kind } = feed;
  if (kind !== 'sales' || (positions.has('amount') && positions.has('base_amount'))) return feed;
  const taken = positions.get('amount') ?? positions.get('base_amount');
  const elsewhere = new Set(
    [...positions].filter(([name]) => name !== 'amount' && name !== 'base_amount').map(([, at]) => at),
  );
  const own = ownColumns(source.headings).filter((position) => !elsewhere.has(position));
  const taxes = own.filter((position) => {
    const { concepts } = meaningOf(source.headings[position] ?? '');
    return concepts.has('tax') && !concepts.has('percent') && hasSome(numbersAt(source, position));
  });
  for (const tax of taxes) {
    const due = numbersAt(source, tax);
    for (const net of own.filter((position) => position !== tax))
      for (const gross of own.filter((position) => position !== tax && position !== net)) {
        if (taken !== undefined && taken !== net && taken !== gross) continue;
        const [without, whole] = [numbersAt(source, net), numbersAt(source, gross)];
        const tests = due.map((value, row) => {
          const [base, sum] = [without[row], whole[row]];
          return value === null || base == null || sum == null || value === 0
            ? null
            : isSame(sum, base + value);
        });
        if (!mostly(tests)) continue;
        const others = new Map(
          [...positions].filter(([name]) => name !== 'amount' && name !== 'base_amount'),
        );
        return { ...feed, positions: others.set('amount', gross).set('base_amount', net) };
      }
  }
  return feed;
}
