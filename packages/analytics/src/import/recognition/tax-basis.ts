import { formatNumber, formatPercent, type ImportQuestion, questionKey } from '@palier/domain';
import { REDUCED_LIST } from '../../warehouse/reduced-list.ts';
import type { Feed } from '../feed.ts';
import type { Source } from '../source.ts';
import type { FileKind } from '../types.ts';
import { meaningOf, type Tax } from './meaning.ts';

/** Our amounts with taxes, by kind, and those that have the same without. */
const WITHOUT: Partial<Record<FileKind, Readonly<Record<string, string>>>> = {
  sales: { amount: 'base_amount', unit_price: 'base_unit_price' },
  items: { price: 'base_price' },
  prices: { price: 'base_price' },
};

/** Values from which their looks count, and the share of shop prices among them that proves the taxes. */
const TELLING = 3;
const PROVING = 0.4;

/** How prices that shops show end, in cents; without taxes they end anyhow. */
const SHOP_CENTS = new Set([0, 50, 90, 95, 99]);

function numberOf(cell: string): number {
  const bare = cell.replace(/[^\d,.-]/g, '');
  const whole = /[.,]\d{1,2}$/.test(bare) ? bare : `${bare}.`;
  const cut = Math.max(whole.lastIndexOf(','), whole.lastIndexOf('.'));
  return Number(`${whole.slice(0, cut).replace(/[.,]/g, '')}.${whole.slice(cut + 1)}`);
}

/** What one piece costs in each row, where the file says how many there are. */
function pieceValues({ source, positions }: Feed, column: string): number[] {
  const [at, counted] = [positions.get(column), positions.get('quantity')];
  return source.sample.flatMap((row) => {
    const value = numberOf(row[at ?? -1] ?? '');
    const pieces = column === 'amount' ? numberOf(row[counted ?? -1] ?? '1') : 1;
    const piece = Math.abs(value / pieces);
    return (row[at ?? -1] ?? '').trim() !== '' && Number.isFinite(piece) && piece > 0 ? [piece] : [];
  });
}

function looksTaxed(values: readonly number[]): boolean {
  const shown = values.filter((value) => SHOP_CENTS.has(Math.round(value * 100) % 100));
  return values.length < TELLING || shown.length >= PROVING * values.length;
}

/** What a heading says of taxes; nothing where the figures took a « net » amount for what was paid (`withPaidNet`). */
function saidTax({ source, positions }: Feed, heading: string): Tax | null {
  const { tax } = meaningOf(heading);
  return tax === 'excl' && source.headings[positions.get('amount') ?? -1] === heading ? null : tax;
}

/** An amount of the feed whose heading says nothing of taxes, and whose values do not look like shop prices. */
function unsaidAmount(feed: Feed): { heading: string; example: number } | null {
  // Reduced prices are what any are, taxes as those before.
  if (feed.constants.get('price_list_id') === REDUCED_LIST) return null;
  const without = WITHOUT[feed.kind] ?? {};
  // What was paid is said with its taxes or without: what one piece costs adds nothing.
  const paid = feed.source.headings[feed.positions.get('amount') ?? feed.positions.get('base_amount') ?? -1];
  if (paid !== undefined && saidTax(feed, paid) !== null) return null;
  for (const [column, base] of Object.entries(without)) {
    const heading = feed.source.headings[feed.positions.get(column) ?? -1];
    if (heading === undefined || feed.positions.has(base) || saidTax(feed, heading) !== null) continue;
    const values = pieceValues(feed, column);
    if (!looksTaxed(values)) return { heading, example: values[0] ?? 0 };
  }
  return null;
}

const USUAL_RATE = 0.2;

/** Asks whether the amounts of a file are without or with taxes, where neither headings nor values say it. */
export function askTaxBasis(
  { name }: Source,
  feeds: readonly Feed[],
  rate = USUAL_RATE,
): ImportQuestion | null {
  const [unsaid] = feeds.flatMap((feed) => unsaidAmount(feed) ?? []);
  if (unsaid === undefined || rate === 0) return null;
  const { heading, example } = unsaid;
  const amount = (value: number): string => formatNumber(value, 2);
  return {
    ...{ key: questionKey('tax_basis', name), code: 'tax_basis', file: name, column: heading },
    text: `Les montants de « ${heading} » sont-ils TTC ou HT ?`,
    choices: [
      { value: 'incl', label: 'TTC', detail: `${amount(example)} reste ${amount(example)}` },
      {
        value: 'excl',
        label: 'HT',
        detail: `${amount(example)} devient ${amount(example * (1 + rate))} TTC (TVA ${formatPercent(rate * 100)})`,
      },
    ],
  };
}

/** The feed with its amounts taken for amounts without taxes, but those whose heading says that they have them. */
export function withoutTaxes(feed: Feed): Feed {
  const without = WITHOUT[feed.kind] ?? {};
  const positions = new Map(
    [...feed.positions].map(([column, position]): [string, number] => {
      const said = saidTax(feed, feed.source.headings[position] ?? '') !== null;
      return [said ? column : (without[column] ?? column), position];
    }),
  );
  return { ...feed, positions };
}
