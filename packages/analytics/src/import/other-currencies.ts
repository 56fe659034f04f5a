import { currencyOfHeading } from '@palier/domain';
import type { Feed } from './feed.ts';
import { withReducedPrices } from './recognition/list-price.ts';
import { meaningOf } from './recognition/meaning.ts';

/** The columns of prices of each kind, with taxes or without. */
const PRICES = ['price', 'base_price'] as const;

/** What a kind of prices keeps of who a price is of, since when and until when. */
const NAMING = ['item_group_id', 'item_id', 'size', 'from_date', 'to_date'];

/** A heading without its currency: « Prix EUR » and « Prix CHF » say the same thing in two. */
const withoutCurrency = (heading: string): string =>
  [...meaningOf(heading).concepts].filter((concept) => concept !== 'currency').join(' ');

/** Feeds that a mapping gives, with the prices in other currencies that it names without a list of their own. */
export function mappedFeeds(feeds: readonly Feed[], usual?: string): Feed[] {
  const listed = feeds.some(({ constants }) => constants.has('price_list_id'));
  return listed ? [...feeds] : feeds.flatMap((feed) => asPriceLists(feed, usual));
}

/**
 * Each price of a feed in a list of its own: the reduced ones, then those in other currencies or of other countries.
 * @param usual the organisation's currency, whose column is the file's own price wherever it stands.
 */
export const asPriceLists = (feed: Feed, usual?: string): Feed[] =>
  withReducedPrices(feed).flatMap((each) => withOtherCurrencies(each, usual));

interface PriceColumn {
  position: number;
  heading: string;
  currency: string;
}

/** The columns that say the same price as one, each in its currency, that mean nothing else to the feed. */
function pricesLike({ source, positions }: Feed, at: number): PriceColumn[] {
  const own = source.headings[at] ?? '';
  const taken = new Set([...positions.values()].filter((position) => position !== at));
  return source.headings.flatMap((heading, position): PriceColumn[] => {
    const currency = currencyOfHeading(heading);
    const isLike = currency !== null && withoutCurrency(heading) === withoutCurrency(own);
    return isLike && !taken.has(position) ? [{ position, heading, currency }] : [];
  });
}

/**
 * A file whose prices stand in several columns, one for each currency or country: that of the organisation's currency,
 * or the first, is the file's own, each other feeds a price list named after its currency, or its heading where two are
 * of one, so that none is lost and no two are one price.
 */
function withOtherCurrencies(feed: Feed, usual: string | undefined): Feed[] {
  const { source, kind, positions } = feed;
  const name = PRICES.find((each) => positions.has(each));
  const at = positions.get(name ?? '');
  if ((kind !== 'prices' && kind !== 'items') || name === undefined || at === undefined) return [feed];
  if (currencyOfHeading(source.headings[at] ?? '') === null) return [feed];
  const prices = pricesLike(feed, at);
  const own =
    prices.find(({ currency }) => currency === usual) ?? prices.find(({ position }) => position === at);
  if (!own) return [feed];
  const others = prices.filter((each) => each !== own);
  const listOf = ({ currency, heading }: PriceColumn): string =>
    prices.filter((each) => each.currency === currency).length > 1 ? heading : currency;
  const named = [...positions].filter(([column]) => NAMING.includes(column));
  return [
    { ...feed, positions: new Map([...positions, [name, own.position]]) },
    ...others.map(
      (other): Feed => ({
        ...{ source, kind: 'prices', attributes: new Map() },
        positions: new Map([...named, [name, other.position]]),
        constants: new Map([['price_list_id', listOf(other)]]),
      }),
    ),
  ];
}
