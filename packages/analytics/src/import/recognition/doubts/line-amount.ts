import type { Feed } from '../../feed.ts';
import { meaningOf } from '../meaning.ts';
import { mostly, numbersAt } from './cells.ts';

/** What taxes add to an amount, from the least to the most: prices that differ from it by anything else were not paid. */
const LEAST_TAX = 1.015;
const MOST_TAX = 1.28;

/**
 * A price of one piece beside the amount of a line without taxes gives the same line with them, or is not what was
 * paid: a price before its discount, or without taxes as the amount is. Then the amount alone counts.
 */
export function withLineAmount(feed: Feed): Feed {
  const { kind, positions, source } = feed;
  const [price, base] = [positions.get('unit_price'), positions.get('base_amount')];
  if (kind !== 'sales' || price === undefined || positions.has('amount')) return feed;
  const without: Feed = {
    ...feed,
    positions: new Map([...positions].filter(([name]) => name !== 'unit_price')),
  };
  // What was taken since the start may be less than its price times the pieces: that is to be asked.
  if (base === undefined) return source.headings.some(isCumulatedMoney) ? without : feed;
  const [prices, bases, counts] = [price, base, positions.get('quantity') ?? -1].map((position) =>
    numbersAt(source, position),
  );
  const taxed = source.sample.map((_, row) => {
    const [one, line, count] = [prices?.[row], bases?.[row], counts?.[row]];
    if (!one || !line || !count) return null;
    const added = Math.abs((one * count) / line);
    return added >= LEAST_TAX && added <= MOST_TAX;
  });
  return taxed.every((row) => row === null) || mostly(taxed) ? feed : without;
}

function isCumulatedMoney(heading: string): boolean {
  const { concepts } = meaningOf(heading);
  return concepts.has('cumulated') && concepts.has('amount');
}
