import { foldText, formatQuantity, type ImportQuestion, questionKey } from '@palier/domain';
import type { Feed } from '../../feed.ts';
import { LINE_KIND, LINE_KIND_HEADING, RETURNED_HEADING } from '../../settled-lines.ts';
import { ownColumns, type Source } from '../../source.ts';
import type { FileKind } from '../../types.ts';
import { meaningOf } from '../meaning.ts';
import type { Concept } from '../words.ts';
import { numbersAt } from './cells.ts';
import { askLineKinds } from './line-kinds.ts';
import { askParents } from './parents.ts';
import { returnedValue } from './returns.ts';

/** The answer that every line counts; that of several kinds names them, a line each. */
const ALL = '*';
const FEWEST = 2;
const MOST = 6;
/** Letters of a name of documents, movements or states. */
const LONGEST = 30;

/** Headings of what a line is: a document or a movement among sales, the state of the pieces in a stock. */
const NATURES: Partial<Record<FileKind, RegExp>> = {
  sales:
    /nature|mouvement|\bmvt|movement|\btypes?\b|\btyp\b|\btipo\b|causale|bewegung|belegart|buchungsart|vorgang|doc.?type|stat(us|ut|e|o)\b|estado|zustand/,
  stock:
    /\betat|\bstate|status|statut|\bstato|\bestado|zustand|condition|qualit|\block|\bhold|bloc|bestandsart|(type|nature).*stock|stock.*type/,
};

/** What describes articles, places or customers tells no lines apart. */
const DESCRIBING: readonly Concept[] = [
  ...(['size', 'color', 'brand', 'section', 'subfamily', 'season', 'place', 'warehouse', 'product'] as const),
  ...(['reference', 'variant', 'supplier', 'country', 'city', 'currency', 'tax', 'payment'] as const),
  ...(['customer', 'channel', 'discount', 'price', 'name', 'composition'] as const),
];

/** How the state of an order that is sold is called, and of one that is not. */
const ORDERED =
  /compl|ship|paid|deliver|fulfil|livr|exped|factur|invoiced|pay|termin|closed|done|bezahlt|versand|versendet|entreg|pagad|pagat|spedi|consegn|gebucht|valid|\bok\b/;
const NOT_ORDERED =
  /cancel|annul|error|erreur|fail|refus|reject|abandon|pending|attente|draft|brouillon|expir|void|storn|anula|rembours|refund|unpaid|impay|offen|unterwegs/;

/** How a stock that may be sold is called, and one that may not. */
const SOLD_FROM =
  /^$|dispo|avail|libre|unrestricted|\bfrei|verfugbar|vendable|\bgood|\bok\b|normal|\bneuf|\bnew/;
const NOT_SOLD_FROM =
  /indispo|unavail|defect|defekt|damag|abime|casse|bloq|block|gesperrt|reserv|quarant|rebut|scrap|litige|\bhs\b|second/;

interface Natures {
  heading: string;
  /** Each kind of line and its pieces in the first rows, the likeliest to count first. */
  kinds: { value: string; pieces: number }[];
}

const valuesAt = ({ sample }: Source, position: number): string[] =>
  sample.map((row) => (row[position] ?? '').trim());

const isUnsold = (value: string): boolean => NOT_SOLD_FROM.test(foldText(value));
const isNotOrdered = (value: string): boolean => NOT_ORDERED.test(foldText(value));
const isSold = (value: string): boolean => SOLD_FROM.test(foldText(value)) && !isUnsold(value);

/** Whether a column says the same of an article wherever it comes again; null where none comes again. */
function isOfArticle({ source, positions }: Feed, said: readonly string[]): boolean | null {
  const codes = valuesAt(source, positions.get('item_id') ?? positions.get('item_group_id') ?? -1);
  const products = valuesAt(source, positions.get('item_group_id') ?? positions.get('item_id') ?? -1);
  const first = new Map<string, string>();
  let again = 0;
  for (const [row, value] of said.entries())
    for (const code of new Set([codes[row] ?? '', products[row] ?? ''])) {
      const before = first.get(code);
      if (before === undefined) first.set(code, value);
      else if (before !== value) return false;
      else again++;
    }
  return again > 0 ? true : null;
}

/** Whether the kinds of a column are of lines, and of no article: the values or the heading say so, or it changes. */
function tellsLines(
  feed: Feed,
  heading: string,
  said: readonly string[],
  distinct: readonly string[],
): boolean {
  const isFixed = isOfArticle(feed, said);
  if (isFixed === false) return true;
  if (feed.kind === 'stock') return distinct.some(isUnsold);
  // « Nature de pièce » is of no article; « Type » may well be.
  return !meaningOf(heading).concepts.has('family') && !/^(types?|typ|tipo)\b/.test(foldText(heading));
}

function naturesOf(feed: Feed): Natures | null {
  const { kind, source, positions, constants } = feed;
  const [pattern, counted] = [NATURES[kind], positions.get('quantity')];
  if (!pattern || counted === undefined || constants.has(LINE_KIND_HEADING)) return null;
  // A column of movements tells them already.
  if (constants.has(RETURNED_HEADING) || positions.has('movement')) return null;
  const taken = new Set(positions.values());
  const pieces = numbersAt(source, counted);
  const codes = valuesAt(source, positions.get('item_id') ?? positions.get('item_group_id') ?? -1);
  for (const position of ownColumns(source.headings)) {
    const heading = source.headings[position] ?? '';
    const { concepts } = meaningOf(heading);
    const isOther = taken.has(position) || DESCRIBING.some((concept) => concepts.has(concept));
    if (isOther || !pattern.test(foldText(heading.replaceAll('_', ' ')))) continue;
    const said = valuesAt(source, position);
    // A line without an article is refused as it is.
    const distinct = [...new Set(said.filter((_, row) => codes[row] !== ''))];
    const isNamed = distinct.every((value) => value.length <= LONGEST && !/^[\d.,]{3,}$/.test(value));
    const isReturns = kind === 'sales' && returnedValue(heading, distinct) !== null;
    if (distinct.length < FEWEST || distinct.length > MOST || !isNamed || isReturns) continue;
    if (isState(heading) && distinct.every((value) => ORDERED.test(foldText(value)) && !isNotOrdered(value)))
      continue;
    if (!tellsLines(feed, heading, said, distinct)) continue;
    const kinds = distinct.map((value) => ({
      value,
      pieces: pieces.reduce((sum: number, count, row) => sum + (said[row] === value ? (count ?? 0) : 0), 0),
      rows: said.filter((each) => each === value).length,
      is_sold: kind === 'stock' && isSold(value),
    }));
    kinds.sort((left, right) => Number(right.is_sold) - Number(left.is_sold) || right.rows - left.rows);
    return { heading, kinds };
  }
  return null;
}

/** Whether a heading is of the state of an order. */
const isState = (heading: string): boolean => /stat(us|ut|e|o)\b|estado|zustand/.test(foldText(heading));

const piecesSaid = (pieces: number): string => `${formatQuantity(pieces)} pièces dans les premières lignes`;

const named = (value: string): string => (value === '' ? 'Sans mention' : `« ${value} »`);

function without(kinds: Natures['kinds'], isLeft: (value: string) => boolean): ImportQuestion['choices'] {
  const kept = kinds.filter(({ value }) => !isLeft(value));
  const left = kinds.filter(({ value }) => isLeft(value));
  if (kept.length < FEWEST || left.length === 0) return [];
  return [
    {
      value: kept.map(({ value }) => value).join('\n'),
      label: `Toutes sauf ${left.map(({ value }) => named(value)).join(', ')}`,
      detail: piecesSaid(kept.reduce((sum, { pieces }) => sum + pieces, 0)),
    },
  ];
}

/** Kinds of which each may be the only one that does not count. */
const MOST_LEFT = 4;

/** The choices of several kinds: all but those that their names say not to be sold, else all but any one. */
function choicesWithout(kinds: Natures['kinds']): ImportQuestion['choices'] {
  const unsold = [...without(kinds, isUnsold), ...without(kinds, isNotOrdered)];
  if (unsold.length > 0) return unsold.slice(0, 1);
  // The states of a stock say what they are: one that is not to be sold would be among those above.
  if (kinds.length > MOST_LEFT || kinds.some(({ value }) => isUnsold(value))) return [];
  return kinds.flatMap(({ value }) => without(kinds, (other) => other === value));
}

/** Asks which lines count, where a column tells documents, movements or states apart by words that we do not know. */
export function askNatures(source: Source, feeds: readonly Feed[]): ImportQuestion | null {
  const [found] = feeds.flatMap((feed) => naturesOf(feed) ?? []);
  if (!found || askLineKinds(source, feeds) || askParents(source, feeds)) return null;
  const { heading, kinds } = found;
  const key = questionKey('line_kinds', source.name);
  return {
    ...{ key, code: 'line_kinds', file: source.name, column: heading },
    text: `« ${heading} » distingue plusieurs sortes de lignes\u202f: lesquelles comptent ?`,
    choices: [
      ...kinds.map(({ value, pieces }) => ({ value, label: named(value), detail: piecesSaid(pieces) })),
      ...choicesWithout(kinds),
      { value: ALL, label: 'Toutes', detail: piecesSaid(kinds.reduce((sum, { pieces }) => sum + pieces, 0)) },
    ],
  };
}

/** The feeds with the lines of those kinds alone; the others are refused, with the reason. */
export function ofNature(feeds: readonly Feed[], answer: string | null): Feed[] {
  return feeds.map((feed) => {
    const found = answer === null || answer === ALL ? null : naturesOf(feed);
    if (!found || answer === null) return feed;
    const said = [
      [LINE_KIND_HEADING, found.heading],
      [LINE_KIND, answer],
    ] as const;
    return { ...feed, constants: new Map([...feed.constants, ...said]) };
  });
}
