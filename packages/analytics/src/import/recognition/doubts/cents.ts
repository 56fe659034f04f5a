import { formatNumber, type ImportQuestion, questionKey } from '@palier/domain';
import type { Feed } from '../../feed.ts';
import { IN_CENTS } from '../../settled-lines.ts';
import type { Source } from '../../source.ts';
import { wordsOf } from '../meaning.ts';
import { numbersAt } from './cells.ts';

const MONEY = ['amount', 'base_amount', 'unit_price', 'base_unit_price', 'price', 'base_price', 'cost'];
const SAYS_CENTS = new Set(['cts', 'ct', 'cent', 'cents', 'centime', 'centimes', 'pence']);
/** What a piece of clothing seldom costs, whatever the currency with cents. */
const DEAR = 1000;
const TELLING = 3;

const saysCents = (heading: string): boolean => wordsOf(heading).some((word) => SAYS_CENTS.has(word));

/** The middle of what one piece costs; null where the amounts have cents of their own, or are few. */
function wholePiece({ source, positions }: Feed, column: string): number | null {
  const money = numbersAt(source, positions.get(column) ?? -1);
  const isOfLine = column === 'amount' || column === 'base_amount';
  const pieces = isOfLine ? numbersAt(source, positions.get('quantity') ?? -1) : [];
  const paid = money.flatMap((value, row) =>
    value === null || value === 0 ? [] : [Math.abs(value) / Math.abs(pieces[row] || 1)],
  );
  const hasCents = money.some((value) => value !== null && !Number.isInteger(value));
  if (paid.length < TELLING || hasCents) return null;
  return paid.sort((left, right) => left - right)[Math.floor(paid.length / 2)] ?? null;
}

/** The headings of amounts that may be in cents: they say so, or are whole and as dear as no article is. */
function headingsIn(feed: Feed): { heading: string; piece: number }[] {
  if (feed.constants.has(IN_CENTS)) return [];
  return MONEY.flatMap((column) => {
    const heading = feed.source.headings[feed.positions.get(column) ?? -1];
    const piece = heading === undefined ? null : wholePiece(feed, column);
    return heading !== undefined && piece !== null && (saysCents(heading) || piece >= DEAR)
      ? [{ heading, piece }]
      : [];
  });
}

/** Asks whether amounts are in cents, where their heading says so or they are as large as none. */
export function askCents({ name }: Source, feeds: readonly Feed[]): ImportQuestion | null {
  const [found] = feeds.flatMap(headingsIn);
  if (!found) return null;
  const { heading, piece } = found;
  const cents = {
    value: 'cents',
    label: 'En centimes',
    detail: `une pièce vaut ${formatNumber(piece / 100, 2)}`,
  };
  const whole = { value: 'whole', label: 'En entier', detail: `une pièce vaut ${formatNumber(piece, 2)}` };
  return {
    ...{ key: questionKey('cents', name), code: 'cents', file: name, column: heading },
    text: `« ${heading} » est-il en centimes ?`,
    choices: saysCents(heading) ? [cents, whole] : [whole, cents],
  };
}

/** The feeds with those amounts taken for cents. */
export function inCents(feeds: readonly Feed[], answer: string | null): Feed[] {
  return feeds.map((feed) => {
    const headings = answer === 'cents' ? headingsIn(feed).map(({ heading }) => heading) : [];
    if (headings.length === 0) return feed;
    return { ...feed, constants: new Map([...feed.constants, [IN_CENTS, headings.join('\n')]]) };
  });
}
