import type { Feed } from '../../feed.ts';
import { numbersAt } from './cells.ts';

const NET = /\bnet/;
const GROSS = /\b(gross|brut|lord)/;
/** A heading that says its taxes is believed of them. */
const SAYS_TAXES = /ttc|\bht\b|tva|tax|\bvat\b|mwst|\biva\b|btw|moms/;

/** Taxes on what is sold, in percent, from Switzerland to Hungary. */
const RATES = [
  ...[2.1, 2.5, 2.6, 3, 3.7, 3.8, 4, 4.8, 5, 5.5, 6, 7, 7.7, 8, 8.1, 8.5, 9, 9.5, 10, 12, 13, 13.5, 14],
  ...[15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 25.5, 27],
];
const CENT = 0.011;
/** Amounts too small tell no rate, as their cents are rounded. */
const TELLING_AMOUNT = 5;
const FEWEST_ROWS = 5;
/** Of the rows, for what stands between two amounts to be taxes; and different rates, where it is none. */
const MOSTLY = 0.5;
const FEWEST_RATES = 5;

const isTax = (net: number, gross: number): boolean =>
  RATES.some((rate) => Math.abs(net * (1 + rate / 100) - gross) <= CENT);

/** Whether no tax stands between two amounts: they are the same on every row, or differ by what was taken off. */
function differByMarkdowns(feed: Feed, net: number, gross: number): boolean {
  const whole = numbersAt(feed.source, gross);
  const rows = numbersAt(feed.source, net).flatMap((value, row) => {
    const other = whole[row];
    return value === null || other == null || value < TELLING_AMOUNT ? [] : [{ net: value, gross: other }];
  });
  if (rows.length < FEWEST_ROWS) return false;
  const others = rows.filter((row) => Math.abs(row.gross - row.net) > CENT);
  if (others.length === 0) return true;
  const taxed = others.filter((row) => isTax(row.net, row.gross)).length;
  const rates = new Set(others.map((row) => Math.round((1000 * row.gross) / row.net)));
  return taxed < MOSTLY * others.length && rates.size >= FEWEST_RATES;
}

/**
 * The sales with their net amount for what was paid, where their figures say that the gross one is before markdowns, not
 * with taxes: whether the net one has them is asked then, unless its heading says it or it looks like prices of shops.
 */
export function withPaidNet(feed: Feed): Feed {
  const { kind, source, positions } = feed;
  const [gross, net] = [positions.get('amount'), positions.get('base_amount')];
  if (kind !== 'sales' || gross === undefined || net === undefined) return feed;
  const said = [net, gross].map((at) => (source.headings[at] ?? '').toLowerCase().replaceAll('_', ' '));
  const [own = '', other = ''] = said;
  if (!NET.test(own) || !GROSS.test(other) || !differByMarkdowns(feed, net, gross)) return feed;
  const others = [...positions].filter(([name]) => name !== 'amount' && name !== 'base_amount');
  const paid = SAYS_TAXES.test(own) ? 'base_amount' : 'amount';
  return { ...feed, positions: new Map([...others, [paid, net]]) };
}
