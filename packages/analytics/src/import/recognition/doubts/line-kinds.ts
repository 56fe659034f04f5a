import { formatNumber, type ImportQuestion, questionKey } from '@palier/domain';
import type { Feed } from '../../feed.ts';
import { LINE_KIND, LINE_KIND_HEADING } from '../../settled-lines.ts';
import { ownColumns, type Source } from '../../source.ts';
import { meaningOf } from '../meaning.ts';
import type { Concept } from '../words.ts';
import { isSame, mostly, numbersAt } from './cells.ts';

/** The answer that every line counts. */
const ALL = '';

/** Kinds of lines that a sale may be written in. */
const FEWEST = 2;
const MOST = 6;

/** What describes an article, or a place, tells no lines of one sale apart. */
const DESCRIBING: readonly Concept[] = [
  ...(['size', 'color', 'brand', 'section', 'family', 'subfamily', 'season', 'place', 'warehouse'] as const),
  ...(['product', 'reference', 'variant', 'supplier', 'country', 'city', 'currency', 'tax'] as const),
];

interface LineKinds {
  position: number;
  /** What each kind adds up to, the likeliest to be sold first. */
  kinds: { value: string; amount: number }[];
}

/** What tells the lines of one sale: its receipt or order. */
function documentOf({ headings }: Source): number | undefined {
  const at = headings.findIndex((heading) => {
    const { concepts } = meaningOf(heading);
    return concepts.has('receipt') || concepts.has('order_no');
  });
  return at < 0 ? undefined : at;
}

function grouped<Row>(rows: readonly Row[], key: (row: Row) => string): Row[][] {
  const found = new Map<string, Row[]>();
  for (const row of rows) found.set(key(row), [...(found.get(key(row)) ?? []), row]);
  return [...found.values()];
}

interface Line {
  document: string;
  code: string;
  kind: string;
  pieces: number | null;
  money: number | null;
}

/** Whether each article of each sale comes once a kind with the same pieces: counted once a kind, they add up. */
function isRepeated(lines: readonly Line[]): boolean {
  const groups = grouped(lines, ({ document, code }) => `${document}\t${code}`);
  return mostly(
    groups.map((group) => {
      const kinds = new Set(group.map(({ kind }) => kind));
      return (
        group.length > 1 &&
        kinds.size === group.length &&
        new Set(group.map(({ pieces }) => pieces)).size === 1
      );
    }),
  );
}

/** Whether, sale by sale, one kind adds up to what another does: what was paid is written again as its payment. */
function isCounterpart(lines: readonly Line[]): boolean {
  return mostly(
    grouped(lines, ({ document }) => document).map((group) => {
      const sums = grouped(group, ({ kind }) => kind).map((own) =>
        own.reduce((sum, { money }) => sum + (money ?? 0), 0),
      );
      const [first = 0, ...others] = sums;
      return (
        others.length > 0 && first !== 0 && others.some((other) => isSame(Math.abs(other), Math.abs(first)))
      );
    }),
  );
}

function lineKindsOf(feed: Feed): LineKinds | null {
  const { source, positions, kind } = feed;
  const document = positions.get('ticket') ?? documentOf(source);
  const coded = positions.get('item_id') ?? positions.get('item_group_id');
  const paid = positions.get('amount') ?? positions.get('base_amount');
  if (kind !== 'sales' || document === undefined || coded === undefined) return null;
  if (feed.constants.has(LINE_KIND_HEADING) || source.sample.length < 6) return null;
  const taken = new Set([...positions.values(), document]);
  const pieces = numbersAt(source, positions.get('quantity') ?? -1);
  const money = paid === undefined ? pieces.map(() => null) : numbersAt(source, paid);
  for (const position of ownColumns(source.headings)) {
    const { concepts } = meaningOf(source.headings[position] ?? '');
    if (taken.has(position) || DESCRIBING.some((concept) => concepts.has(concept))) continue;
    const lines = source.sample.map(
      (row, at): Line => ({
        ...{ document: row[document] ?? '', code: row[coded] ?? '', kind: (row[position] ?? '').trim() },
        ...{ pieces: pieces[at] ?? null, money: money[at] ?? null },
      }),
    );
    // A line without an article is refused as it is.
    const sold = lines.filter(({ code }) => code.trim() !== '');
    const values = new Set(sold.map((line) => line.kind));
    if (values.size < FEWEST || values.size > MOST || values.has('')) continue;
    if (!isRepeated(sold) && !isCounterpart(sold)) continue;
    const kinds = grouped(sold, (line) => line.kind).map((own) => ({
      value: own[0]?.kind ?? '',
      amount: own.reduce((sum, line) => sum + (line.money ?? 0), 0),
      codes: new Set(own.map(({ code }) => code)).size,
    }));
    // Articles are many, a means of payment or a fee is one; then the largest.
    kinds.sort((left, right) => right.codes - left.codes || right.amount - left.amount);
    return { position, kinds };
  }
  return null;
}

/** Asks which lines count, where a sale is written in several: its articles and its payments, its price and its fees. */
export function askLineKinds({ name }: Source, feeds: readonly Feed[]): ImportQuestion | null {
  const [found] = feeds.flatMap((feed) => {
    const kinds = lineKindsOf(feed);
    return kinds ? [{ feed, ...kinds }] : [];
  });
  if (!found) return null;
  const heading = found.feed.source.headings[found.position] ?? '';
  return {
    ...{ key: questionKey('line_kinds', name), code: 'line_kinds', file: name, column: heading },
    text: `« ${heading} » distingue plusieurs lignes d’une même vente\u202f: lesquelles sont vendues ?`,
    choices: [
      ...found.kinds.map(({ value, amount }) => ({
        value,
        label: `« ${value} »`,
        detail: `${formatNumber(amount, 2)} dans les premières lignes`,
      })),
      { value: ALL, label: 'Toutes', detail: 'chaque ligne compte ses pièces et son montant' },
    ],
  };
}

/** The feeds with the lines of one kind alone; the others are refused, with the reason. */
export function ofLineKind(feeds: readonly Feed[], answer: string | null): Feed[] {
  return feeds.map((feed) => {
    const found = lineKindsOf(feed);
    if (!found || answer === null || answer === ALL) return feed;
    const heading = feed.source.headings[found.position] ?? '';
    return {
      ...feed,
      constants: new Map([...feed.constants, [LINE_KIND_HEADING, heading], [LINE_KIND, answer]]),
    };
  });
}
