import { type ImportQuestion, questionKey } from '@palier/domain';
import { REDUCED_LIST } from '../../warehouse/reduced-list.ts';
import type { Feed } from '../feed.ts';
import type { Source } from '../source.ts';
import { meaningOf } from './meaning.ts';

/** Whether a heading of prices does not say that they are reduced: `price` beside `compare_at_price`. */
const isNeutral = (heading: string): boolean => !meaningOf(heading).concepts.has('discount');

/** Whether a file tells list prices from reduced ones by its headings: which are which was then said, or answered. */
export const tellsReduced = ({ source, usual_price }: Feed): boolean =>
  usual_price !== undefined ||
  source.headings.some((heading) => {
    const { concepts } = meaningOf(heading);
    return concepts.has('discount') || concepts.has('former');
  });

const isLone = ({ kind, positions }: Feed): boolean =>
  (kind === 'prices' || kind === 'items') &&
  positions.has('reduced_price') &&
  !positions.has('price') &&
  !positions.has('base_price');

/** What the price of a row was before it changed, where the file says it and most of its prices went down. */
function formerPrice({ kind, source, positions }: Feed): number | null {
  const at = positions.get('price');
  const before = source.headings.findIndex((heading) => meaningOf(heading).concepts.has('former'));
  if (kind !== 'prices' || at === undefined || before < 0 || positions.has('reduced_price') || before === at)
    return null;
  const priceIn = (cell: string | undefined): number =>
    Number((cell ?? '').replace(/[^\d.,]/g, '').replace(',', '.'));
  const down = source.sample.filter((row) => priceIn(row[at]) < priceIn(row[before]));
  return down.length * 2 > source.sample.length ? before : null;
}

function askedColumn(feed: Feed): number | undefined {
  if (isLone(feed)) return feed.positions.get('reduced_price');
  return formerPrice(feed) === null ? undefined : feed.positions.get('price');
}

/** Asks what the price of a file is, whose heading says that it is a reduced one, or that it went down. */
export function askListPrice({ name }: Source, feeds: readonly Feed[]): ImportQuestion | null {
  const feed = feeds.find((each) => askedColumn(each) !== undefined);
  const heading = feed?.source.headings[askedColumn(feed) ?? -1];
  if (heading === undefined) return null;
  return {
    ...{ key: questionKey('list_price', name), code: 'list_price', file: name, column: heading },
    text: `« ${heading} » est-il un prix déjà démarqué, ou le prix de liste ?`,
    choices: [
      {
        value: 'reduced',
        label: 'Un prix démarqué',
        detail: `Gardé dans le tarif « ${REDUCED_LIST} » : le prix de liste reste ce qu’il est`,
      },
      { value: 'list', label: 'Le prix de liste', detail: 'Les démarques se comptent à partir de lui' },
    ],
  };
}

/** The feed with its price taken for the list price, or for a reduced one beside what it was before. */
export function asAnswered(feed: Feed, answer: string | null): Feed {
  if (answer === 'list') return asListPrice(feed);
  const [before, price] = [formerPrice(feed), feed.positions.get('price')];
  if (before === null || price === undefined) return feed;
  return { ...feed, positions: new Map([...feed.positions, ['price', before], ['reduced_price', price]]) };
}

/** The feed with its only price taken for the list price. */
function asListPrice(feed: Feed): Feed {
  if (!isLone(feed)) return feed;
  const positions = new Map(
    [...feed.positions].map(([column, position]) => [
      column === 'reduced_price' ? 'price' : column,
      position,
    ]),
  );
  return { ...feed, positions };
}

/** What says of which product a price is, since when, until when and in which currency. */
const NAMING = ['item_group_id', 'item_id', 'size', 'from_date', 'to_date', 'currency'];

/** How many price lists a file names in its first rows. */
function listCount({ source, positions }: Feed): number {
  const at = positions.get('price_list_id');
  return at === undefined ? 1 : new Set(source.sample.map((row) => row[at])).size;
}

/**
 * Reduced prices apart, in a list of their own, so that none is taken for a list price. Of several lists in a file they
 * are left aside, and the report says so. A product that says no price before is sold at its list price, unless the
 * heading says that what it is sold at is reduced.
 */
export function withReducedPrices(feed: Feed): Feed[] {
  const { source, kind, positions } = feed;
  const reduced = positions.get('reduced_price');
  const said = source.headings[reduced ?? -1] ?? '';
  if (isLone(feed) && isNeutral(said)) return [asListPrice(feed)];
  if (reduced === undefined || (kind !== 'prices' && kind !== 'items')) return [feed];
  const others = new Map([...positions].filter(([column]) => column !== 'reduced_price'));
  // An end is that of the reduction.
  const lasting = new Map([...others].filter(([column]) => column !== 'to_date'));
  const own: Feed = { ...feed, positions: lasting, ...(isNeutral(said) && { usual_price: reduced }) };
  const kept = kind === 'items' || others.has('price') || others.has('base_price') ? [own] : [];
  if (listCount(feed) > 1) {
    const note = `« ${said} » n’est pas gardé : ses prix démarqués sont de plusieurs tarifs.`;
    return kept.map((each) => ({ ...each, source: { ...source, notes: [...(source.notes ?? []), note] } }));
  }
  const named = [...others].filter(([column]) => NAMING.includes(column));
  return [
    ...kept,
    {
      ...{ source, kind: 'prices' as const, attributes: new Map<string, number>() },
      positions: new Map([...named, ['price', reduced]]),
      constants: new Map([['price_list_id', REDUCED_LIST]]),
    },
  ];
}
