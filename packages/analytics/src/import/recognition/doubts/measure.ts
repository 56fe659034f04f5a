import { formatNumber, type ImportQuestion, questionKey } from '@palier/domain';
import type { Feed } from '../../feed.ts';
import type { Source } from '../../source.ts';
import type { FileKind } from '../../types.ts';
import { rivalsOf } from '../columns.ts';
import { meaningOf } from '../meaning.ts';
import type { ColumnView, TableView } from '../table.ts';
import type { Concept } from '../words.ts';
import { isSame, mostly, numbersAt } from './cells.ts';
import { pricesIn, provedPieces } from './proofs.ts';

/** What a kind adds up, or counts discounts from: taken from the wrong column, every figure is wrong. */
const MEASURES: Partial<Record<FileKind, readonly string[]>> = {
  sales: ['quantity', 'amount', 'base_amount'],
  stock: ['quantity'],
  orders: ['quantity'],
  forecasts: ['quantity'],
  items: ['price'],
  prices: ['price'],
};

const MOST_CHOICES = 4;
/** What may be taken off the pieces of a kind: what came back of those sold, what was received of those ordered. */
const TAKEN_OFF: Partial<Record<FileKind, string>> = {
  sales: 'returned_quantity',
  orders: 'received_quantity',
};
/** Of the columns that may be what came back of another. */
const MOST_NETTED = 2;

/** A column that was taken for a measure, and others that could be it as well. */
interface Contested {
  column: string;
  feed: Feed;
  taken: number;
  rivals: readonly ColumnView[];
  /** Whether the rivals are parts of what was taken, of which one is what is still to come. */
  is_whole: boolean;
}

type Numbers = readonly (number | null)[];

const agree = (
  left: Numbers,
  right: Numbers,
  third: Numbers,
  test: (a: number, b: number, c: number) => boolean,
): boolean =>
  mostly(
    left.map((value, row) => {
      const [second, other] = [right[row], third[row]];
      return value === null || second == null || other == null ? null : test(value, second, other);
    }),
  );

/** Whether some row says two different figures. */
function differ(left: Numbers, right: Numbers): boolean {
  return left.some((value, row) => {
    const other = right[row];
    return value !== null && other != null && !isSame(value, other);
  });
}

const isVaried = (values: Numbers): boolean =>
  values.some((value) => value !== null && value !== 0 && value !== 1);

/** Whether one column is another times a third: boxes and pieces in each make the pieces. */
function isProduct(source: Source, whole: number, part: number): boolean {
  const [product, factor] = [numbersAt(source, whole), numbersAt(source, part)];
  return source.headings.some((_, position) => {
    if (position === whole || position === part) return false;
    const times = numbersAt(source, position);
    return isVaried(times) && agree(product, factor, times, (p, f, t) => isSame(p, f * t));
  });
}

/** Whether one column is the sum of another and a third: what is there is what is free and what is promised. */
function isSum(source: Source, whole: number, part: number): boolean {
  const [sum, one] = [numbersAt(source, whole), numbersAt(source, part)];
  return source.headings.some((_, position) => {
    if (position === whole || position === part) return false;
    const other = numbersAt(source, position);
    return (
      other.some((value) => value !== null && value > 0) &&
      agree(sum, one, other, (s, a, b) => isSame(s, a + b))
    );
  });
}

/** Pieces of what else than what its kind counts: never a whole or a part of it. */
const OTHERWISE: readonly Concept[] = [
  ...(['opening', 'forecast', 'cumulated', 'planned', 'line', 'cost', 'price', 'value', 'amount'] as const),
  ...(['product', 'reference', 'variant', 'code', 'size', 'month', 'week', 'date'] as const),
];

/** Columns of whole numbers that could count pieces. */
function counts({ columns }: TableView, { positions }: Feed): ColumnView[] {
  const taken = new Set(positions.values());
  return columns.filter(
    ({ position, values, meaning }) =>
      !taken.has(position) &&
      values.filled > 0 &&
      values.whole > 0.9 &&
      !OTHERWISE.some((concept) => meaning.concepts.has(concept)),
  );
}

/**
 * What the figures say to be counted beside what was taken: the whole of which a stock that nothing calls one is a part;
 * the parts of what was ordered, of which one was delivered already.
 */
function partsOf(feed: Feed, view: TableView, taken: number): ColumnView[] {
  const { kind, source, positions } = feed;
  const { concepts } = meaningOf(source.headings[taken] ?? '');
  const others = counts(view, feed);
  if (kind === 'stock' && !concepts.has('stock') && !concepts.has('physical'))
    return others.filter(({ position }) => isSum(source, position, taken));
  if (kind !== 'orders' || positions.has('received_quantity') || concepts.has('remaining')) return [];
  return others.filter(({ position }) => isSum(source, taken, position)).toReversed();
}

/** The rivals of a column whose figures differ from its own and are not explained by them. */
function contested(feed: Feed, view: TableView, column: string): Contested | null {
  const { source, kind, positions } = feed;
  const taken = positions.get(column);
  if (taken === undefined) return null;
  const own = numbersAt(source, taken);
  const rivals = rivalsOf(kind, view, column, positions).filter(({ position }) => {
    if (!differ(own, numbersAt(source, position))) return false;
    // The pieces in boxes, and a whole beside its part, explain the other.
    return !isProduct(source, taken, position) && !(kind !== 'sales' && isSum(source, taken, position));
  });
  const parts = column === 'quantity' ? partsOf(feed, view, taken) : [];
  const all = [...parts, ...rivals.filter((rival) => !parts.includes(rival))];
  return all.length > 0
    ? { column, feed, taken, rivals: all, is_whole: kind === 'orders' && parts.length > 0 }
    : null;
}

/** The rival that counts the pieces of the boxes that were taken. */
function piecesOf({ feed, taken, rivals }: Contested): number | null {
  return rivals.find(({ position }) => isProduct(feed.source, position, taken))?.position ?? null;
}

function find(feeds: readonly Feed[], view: TableView): Contested[] {
  return feeds.flatMap((feed) =>
    (MEASURES[feed.kind] ?? []).flatMap((column) => contested(feed, view, column) ?? []),
  );
}

const withColumn = (feed: Feed, column: string, position: number): Feed => ({
  ...feed,
  positions: new Map([...feed.positions, [column, position]]),
});

/** The feed with the column of pieces that its prices and amounts prove, where several could be it. */
function withProved(feed: Feed, view: TableView): Feed {
  const found = feed.kind === 'sales' ? contested(feed, view, 'quantity') : null;
  if (!found || feed.positions.has('returned_quantity')) return feed;
  const amount = feed.positions.get('amount') ?? feed.positions.get('base_amount');
  const among = [found.taken, ...found.rivals.map(({ position }) => position)];
  const proved = provedPieces(feed.source, { amount, prices: pricesIn(feed.source) }, among);
  return { ...feed, positions: new Map([...feed.positions, ...Object.entries(proved ?? {})]) };
}

/** The feeds with pieces read where boxes were taken, or what was not paid, as the figures of the file prove. */
export function withPieces(feeds: readonly Feed[], view: TableView): Feed[] {
  return feeds.map((given) => {
    const feed = withProved(given, view);
    const proved = find([feed], view).flatMap((each) => {
      const position = piecesOf(each);
      return position === null ? [] : [[each.column, position] as const];
    });
    return proved.reduce((read, [column, position]) => withColumn(read, column, position), feed);
  });
}

const TEXTS: Readonly<Record<string, string>> = {
  quantity: 'Quelle colonne compte les pièces ?',
  amount: 'Quelle colonne est le montant payé ?',
  base_amount: 'Quelle colonne est le montant payé ?',
  price: 'Quelle colonne est le prix de liste ?',
};

/** Asks which of several columns that say the same thing with other figures is the one to add up. */
export function askMeasure({ name }: Source, feeds: readonly Feed[], view: TableView): ImportQuestion | null {
  const [first] = find(feeds, view);
  if (!first) return null;
  const { column, feed, taken, rivals, is_whole } = first;
  const others = rivals.map(({ position }) => position);
  const { headings, sample } = feed.source;
  const sum = (position: number): number =>
    numbersAt(feed.source, position).reduce((total: number, value) => total + (value ?? 0), 0);
  const rows = sample.length === 1 ? 'la première ligne' : `les ${sample.length} premières lignes`;
  const figure = (value: number): string =>
    `${formatNumber(value, column === 'quantity' ? 0 : 2)} dans ${rows}`;
  const named = (position: number): string => `« ${headings[position] ?? ''} »`;
  const off = TAKEN_OFF[feed.kind];
  const isNetted = !is_whole && column === 'quantity' && off !== undefined && !feed.positions.has(off);
  const netted = isNetted
    ? others.filter((position) => sum(position) < sum(taken)).slice(0, MOST_NETTED)
    : [];
  return {
    ...{ key: questionKey('measure', name), code: 'measure', file: name, column: headings[taken] ?? null },
    text: TEXTS[column] ?? '',
    choices: [
      ...(is_whole ? [...others, taken] : [taken, ...others]).slice(0, MOST_CHOICES).map((position) => ({
        value: headings[position] ?? '',
        label: named(position),
        detail: figure(sum(position)),
      })),
      ...netted.map((position) => ({
        value: `${headings[taken] ?? ''}\n${headings[position] ?? ''}`,
        label: `${named(taken)} moins ${named(position)}`,
        detail: figure(sum(taken) - sum(position)),
      })),
    ],
  };
}

/** The feeds with their measure read from the column of a heading. */
export function asMeasured(feeds: readonly Feed[], view: TableView, heading: string | null): Feed[] {
  const [first] = find(feeds, view);
  const [position = -1, returned] = (heading ?? '')
    .split('\n')
    .map((each) => first?.feed.source.headings.indexOf(each) ?? -1);
  if (!first || position < 0) return [...feeds];
  const read = withColumn(first.feed, first.column, position);
  const off = TAKEN_OFF[read.kind];
  const netted = returned === undefined || off === undefined ? read : withColumn(read, off, returned);
  return feeds.map((feed) => (feed === first.feed ? netted : feed));
}
