import { currencyOfHeading } from '@palier/domain';
import type { Feed } from './feed.ts';
import { withReducedPrices } from './recognition/list-price.ts';
import { meaningOf } from './recognition/meaning.ts';

/** The columns of prices of each kind, with taxes or without. */
const PRICES = ['price', 'base_price'] as const;

/** What a kind of prices keeps of who a price is of, and since when. */
const NAMING = ['item_group_id', 'item_id', 'size', 'from_date'];

/** A heading without its currency: « Prix EUR » and « Prix CHF » say the same thing in two. */
const withoutCurrency = (heading: string): string =>
  [...meaningOf(heading).concepts].filter((concept) => concept !== 'currency').join(' ');

/** Feeds that a mapping gives, with the prices in other currencies that it names without a list of their own. */
export function mappedFeeds(feeds: readonly Feed[]): Feed[] {
  const listed = feeds.some(({ constants }) => constants.has('price_list_id'));
  return listed ? [...feeds] : feeds.flatMap(asPriceLists);
}

/** Each price of a feed in a list of its own: the reduced ones, then those in other currencies. */
export const asPriceLists = (feed: Feed): Feed[] => withReducedPrices(feed).flatMap(withOtherCurrencies);

/**
 * A file whose prices stand in several columns, one for each currency: the first is the file's own, each other feeds
 * a price list named after its currency, so that none is lost and no two are one price.
 */
function withOtherCurrencies(feed: Feed): Feed[] {
  const { source, kind, positions } = feed;
  const name = PRICES.find((each) => positions.has(each));
  if ((kind !== 'prices' && kind !== 'items') || name === undefined) return [feed];
  const own = source.headings[positions.get(name) ?? -1] ?? '';
  const currency = currencyOfHeading(own);
  if (currency === null) return [feed];
  const taken = new Set([...positions.values()]);
  const others = source.headings.flatMap((heading, position): Feed[] => {
    const other = currencyOfHeading(heading);
    if (other === null || other === currency || taken.has(position)) return [];
    if (withoutCurrency(heading) !== withoutCurrency(own)) return [];
    const named = [...positions].filter(([column]) => NAMING.includes(column));
    const constants = new Map([['price_list_id', other]]);
    return [
      {
        source,
        kind: 'prices',
        positions: new Map([...named, [name, position]]),
        constants,
        attributes: new Map(),
      },
    ];
  });
  return [feed, ...others];
}
