import { foldText, formatQuantity, type ImportQuestion, questionKey } from '@palier/domain';
import type { Feed } from '../../feed.ts';
import { RETURNED_HEADING, RETURNED_VALUE } from '../../settled-lines.ts';
import { ownColumns, type Source } from '../../source.ts';
import { meaningOf } from '../meaning.ts';
import type { Concept } from '../words.ts';
import { numbersAt } from './cells.ts';

/** Kinds of lines that a column may tell apart. */
const MOST_VALUES = 12;

interface Returned {
  heading: string;
  value: string;
  /** Pieces on those lines, in the first rows. */
  pieces: number;
}

const isReturn = (value: string): boolean => meaningOf(value).concepts.has('returned');

/** Headings of what a line is, under which tills write a letter or three. */
const OF_LINES =
  /\b(sens|types?|typ|tipo|nature|genre|op|oper|operation|mvt|mouvement|trans?|transaction|doc|debit|[dc]\/[cd]|[es]\/[se])\b/;
/** What describes articles, places or customers: `V` and `R` are green and red. */
const DESCRIBING: readonly Concept[] = [
  ...(['size', 'color', 'brand', 'section', 'subfamily', 'season', 'place', 'warehouse', 'product'] as const),
  ...(['reference', 'variant', 'supplier', 'country', 'city', 'customer', 'payment', 'price'] as const),
  ...(['discount', 'channel', 'currency', 'tax'] as const),
];
/** Letters of what was sold and, beside them, of what came back. */
const CODES: readonly [sold: RegExp, returned: RegExp][] = [
  [/^(v|vt|vte|vnt|ven|s|sal|sale|tk|tic)$/, /^(r|rt|rtn|rtr|ret)$/],
  [/^(f|fa|fac|fact)$/, /^(a|av|avo|avr)$/],
  [/^(s|sor|sortie|out)$/, /^(e|ent|entree|in)$/],
];
/** Debit and credit: a sale is a debit of who buys and a credit of the shop. Less comes back than is sold. */
const SIDES = [/^(d|db|deb|debit)$/, /^(c|cr|cre|cred|credit)$/] as const;

/** The value of the fewest rows. */
function rarest(values: readonly string[]): string | null {
  const count = (value: string): number => values.filter((each) => each === value).length;
  const [first] = [...new Set(values)].sort((left, right) => count(left) - count(right));
  return first ?? null;
}

/**
 * The value of a column that says of its lines that they came back: by its words (« Retour »), or by its letters beside
 * those of what was sold, `V` and `R`, under a heading of what lines are; null where none does.
 *
 * @param values of its rows.
 */
export function returnedValue(heading: string, values: readonly string[]): string | null {
  // A row of totals below says nothing of what its line is.
  const distinct = [...new Set(values)].filter((value) => value !== '');
  const said = distinct.find(isReturn);
  if (said !== undefined) return said;
  const { concepts } = meaningOf(heading);
  const isOfLines = OF_LINES.test(foldText(heading.replaceAll('_', ' ')));
  if (distinct.length !== 2 || !isOfLines || DESCRIBING.some((concept) => concepts.has(concept))) return null;
  const codes = distinct.map((value) => ({ value, code: foldText(value).trim() }));
  const isSaid = (code: RegExp): boolean => codes.some((each) => code.test(each.code));
  if (SIDES.every(isSaid)) return rarest(values.filter((value) => value !== ''));
  const found = CODES.flatMap(([sold, returned]) =>
    isSaid(sold) ? codes.filter(({ code }) => returned.test(code)) : [],
  );
  return found[0]?.value ?? null;
}

/** What says of some lines that they came back, though all of theirs are counted above zero. */
function returnedIn({ kind, source, positions, constants }: Feed): Returned | null {
  const counted = positions.get('quantity');
  if (kind !== 'sales' || counted === undefined || constants.has(RETURNED_HEADING)) return null;
  const pieces = numbersAt(source, counted);
  const taken = new Set([...positions].flatMap(([column, at]) => (column === 'movement' ? [] : [at])));
  for (const position of ownColumns(source.headings)) {
    if (taken.has(position)) continue;
    const values = source.sample.map((row) => (row[position] ?? '').trim());
    const distinct = new Set(values);
    const value = returnedValue(source.headings[position] ?? '', values);
    if (value === null || distinct.size < 2 || distinct.size > MOST_VALUES) continue;
    const own = pieces.filter((count, row) => values[row] === value && count !== null && count !== 0);
    if (own.length === 0 || own.some((count) => (count ?? 0) < 0)) continue;
    const sum = own.reduce((total: number, count) => total + (count ?? 0), 0);
    return { heading: source.headings[position] ?? '', value, pieces: sum };
  }
  return null;
}

/** Asks whether lines that are named returns came back, where what they count is not below zero. */
export function askReturns({ name }: Source, feeds: readonly Feed[]): ImportQuestion | null {
  const [found] = feeds.flatMap((feed) => returnedIn(feed) ?? []);
  if (!found) return null;
  const pieces = formatQuantity(found.pieces);
  return {
    ...{ key: questionKey('returns', name), code: 'returns', file: name, column: found.heading },
    text: `Les lignes « ${found.value} » comptent des pièces positives\u202f: sont-elles revenues ?`,
    choices: [
      { value: 'returned', label: 'Revenues', detail: `${pieces} pièces retirées des ventes` },
      { value: 'sold', label: 'Vendues', detail: `${pieces} pièces ajoutées aux ventes` },
    ],
  };
}

/** The feeds with what came back taken off. */
export function withReturns(feeds: readonly Feed[], answer: string | null): Feed[] {
  return feeds.map((feed) => {
    const found = answer === 'returned' ? returnedIn(feed) : null;
    if (!found) return feed;
    const said = [
      [RETURNED_HEADING, found.heading],
      [RETURNED_VALUE, found.value],
    ] as const;
    return { ...feed, constants: new Map([...feed.constants, ...said]) };
  });
}
