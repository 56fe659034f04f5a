import { type ImportQuestion, questionKey } from '@palier/domain';
import type { Feed } from '../feed.ts';
import { LEFT_ASIDE } from '../left-aside.ts';
import { ownColumns, type Source } from '../source.ts';
import type { FileKind } from '../types.ts';
import { numbersAt } from './doubts/cells.ts';
import { meaningOf } from './meaning.ts';
import { profileOf } from './values.ts';
import type { Concept } from './words.ts';

/** The answer that no column of the file says it. */
const NONE = '';
const MOST_COLUMNS = 4;
/** Of its values, for a column to be of money. */
const MOSTLY = 0.7;

/** What a kind counts its money from, and what is asked where no heading gives it. */
interface Money {
  given: readonly string[];
  /** The column that an answer gives, with taxes and without. */
  column: { incl: string; excl: string };
  text: string;
  /** What the column would be, and what there is without one. */
  said: string;
  none: string;
  /** The columns of the same of one piece, where a row may be of several; left out: a row is of one. */
  piece?: { incl: string; excl: string };
}

const MONEY: Partial<Record<FileKind, Money>> = {
  sales: {
    given: ['amount', 'base_amount', 'unit_price', 'base_unit_price', 'returned_amount'],
    column: { incl: 'amount', excl: 'base_amount' },
    text: 'Montant payé manquant : désignez une colonne.',
    piece: { incl: 'unit_price', excl: 'base_unit_price' },
    said: 'de la ligne',
    none: 'Le montant vient du prix en vigueur ce jour-là',
  },
  items: {
    given: ['price', 'base_price', 'reduced_price'],
    column: { incl: 'price', excl: 'base_price' },
    text: 'Prix manquant : désignez une colonne.',
    said: 'd’une pièce',
    none: 'Les prix viennent d’un autre fichier',
  },
};

/** What is money without being what was paid, or asked. */
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

/** Columns of money of a feed of which nothing says what it counts from. */
function candidates(feed: Feed): string[] {
  const { source, kind, positions } = feed;
  const money = MONEY[kind];
  if (!money || money.given.some((name) => positions.has(name))) return [];
  const taken = new Set(positions.values());
  return ownColumns(source.headings).flatMap((position) => {
    const heading = source.headings[position] ?? '';
    const { concepts, tax } = meaningOf(heading);
    const values = profileOf(source.sample.map((row) => row[position] ?? ''));
    const isTax = concepts.has('tax') && tax === null;
    const isOther = isTax || OTHER_MONEY.some((concept) => concepts.has(concept));
    return taken.has(position) || isOther || values.money < MOSTLY ? [] : [heading];
  });
}

/** What the answer that a column is of one piece ends with. */
const OF_PIECE = '\npiece';

/** Whether some row is of several pieces: what one costs is not what the row does. */
function countsSeveral({ source, positions }: Feed): boolean {
  return numbersAt(source, positions.get('quantity') ?? -1).some(
    (count) => count !== null && Math.abs(count) > 1,
  );
}

/** Asks which column says what was paid, or what a product costs, where none that we know does and some could. */
export function askPaid({ name }: Source, feeds: readonly Feed[]): ImportQuestion | null {
  const feed = feeds.find((each) => candidates(each).length > 0);
  const money = feed && MONEY[feed.kind];
  if (!money) return null;
  return {
    ...{ key: questionKey('missing_column', name), code: 'missing_column', file: name, column: null },
    text: money.text,
    choices: [
      ...candidates(feed)
        .slice(0, MOST_COLUMNS)
        .flatMap((heading) => {
          const taxes = meaningOf(heading).tax === 'excl' ? 'HT' : 'TTC';
          const label = `« ${heading} »`;
          const line = { value: heading, label, detail: `Montant ${taxes} ${money.said}` };
          const piece = { value: `${heading}${OF_PIECE}`, label, detail: `Prix ${taxes} d’une pièce` };
          return money.piece && countsSeveral(feed) ? [line, piece] : [line];
        }),
      { value: NONE, label: 'Aucune', detail: money.none },
      { value: LEFT_ASIDE, label: 'Ne pas l’importer', detail: null },
    ],
  };
}

/** The feed with its money read from the column of a heading. */
export function asPaid(feed: Feed, answer: string | null): Feed {
  const isPiece = answer?.endsWith(OF_PIECE) === true;
  const heading = isPiece ? answer.slice(0, -OF_PIECE.length) : answer;
  const at = heading ? feed.source.headings.indexOf(heading) : -1;
  const money = MONEY[feed.kind];
  if (at < 0 || !money || candidates(feed).length === 0) return feed;
  const columns = (isPiece ? money.piece : undefined) ?? money.column;
  const column = columns[meaningOf(heading ?? '').tax === 'excl' ? 'excl' : 'incl'];
  const attributes = new Map([...feed.attributes].filter(([, position]) => position !== at));
  return { ...feed, attributes, positions: new Map([...feed.positions, [column, at]]) };
}
