import type { Feed } from '../../feed.ts';
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
  if (kind !== 'sales' || price === undefined || base === undefined || positions.has('amount')) return feed;
  const [prices, bases, counts] = [price, base, positions.get('quantity') ?? -1].map((position) =>
    numbersAt(source, position),
  );
  const taxed = source.sample.map((_, row) => {
    const [one, line, count] = [prices?.[row], bases?.[row], counts?.[row]];
    if (!one || !line || !count) return null;
    const added = Math.abs((one * count) / line);
    return added >= LEAST_TAX && added <= MOST_TAX;
  });
  if (taxed.every((row) => row === null) || mostly(taxed)) return feed;
  return { ...feed, positions: new Map([...positions].filter(([name]) => name !== 'unit_price')) };
}
