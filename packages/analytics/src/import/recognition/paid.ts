import { type ImportQuestion, questionKey } from '@palier/domain';
import type { Feed } from '../feed.ts';
import { ownColumns, type Source } from '../source.ts';
import { meaningOf } from './meaning.ts';
import { profileOf } from './values.ts';
import type { Concept } from './words.ts';

/** The answer that no column of the file says what was paid. */
const NONE = '';
const MOST_COLUMNS = 4;
/** Of its values, for a column to be of money. */
const MOSTLY = 0.7;

const PAID = ['amount', 'base_amount', 'unit_price', 'base_unit_price', 'returned_amount'];
/** What is money without being what was paid. */
const OTHER_MONEY: readonly Concept[] = [
  ...([
    'cost',
    'margin',
    'discount',
    'percent',
    'stock',
    'planned',
    'time',
    'size',
    'former',
    'partial',
  ] as const),
  ...(['surface', 'elasticity', 'exchange', 'composition'] as const),
];

/** Columns of money of sales of which nothing says what was paid. */
function candidates(feed: Feed): string[] {
  const { source, kind, positions } = feed;
  if (kind !== 'sales' || PAID.some((name) => positions.has(name))) return [];
  const taken = new Set(positions.values());
  return ownColumns(source.headings).flatMap((position) => {
    const heading = source.headings[position] ?? '';
    const { concepts } = meaningOf(heading);
    const { money } = profileOf(source.sample.map((row) => row[position] ?? ''));
    const isTax = concepts.has('tax') && !concepts.has('value') && !concepts.has('amount');
    const isOther = isTax || OTHER_MONEY.some((concept) => concepts.has(concept));
    return taken.has(position) || isOther || money < MOSTLY ? [] : [heading];
  });
}

/** Asks which column says what was paid, where none that we know does and some could: never the list price in silence. */
export function askPaid({ name }: Source, feeds: readonly Feed[]): ImportQuestion | null {
  const found = feeds.flatMap(candidates);
  if (found.length === 0) return null;
  return {
    ...{ key: questionKey('missing_column', name), code: 'missing_column', file: name, column: null },
    text: 'Montant payé manquant : désignez une colonne.',
    choices: [
      ...found.slice(0, MOST_COLUMNS).map((heading) => ({
        value: heading,
        label: `« ${heading} »`,
        detail: meaningOf(heading).tax === 'excl' ? 'Montant HT de la ligne' : 'Montant TTC de la ligne',
      })),
      { value: NONE, label: 'Aucune', detail: 'Le montant vient du prix en vigueur ce jour-là' },
    ],
  };
}

/** The feed with what was paid read from the column of a heading. */
export function asPaid(feed: Feed, heading: string | null): Feed {
  const at = heading ? feed.source.headings.indexOf(heading) : -1;
  if (at < 0 || candidates(feed).length === 0) return feed;
  const column = meaningOf(heading ?? '').tax === 'excl' ? 'base_amount' : 'amount';
  return { ...feed, positions: new Map([...feed.positions, [column, at]]) };
}
