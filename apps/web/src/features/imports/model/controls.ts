import { type ControlGap, type ControlTotal, formatCompactMoney, formatDelta } from '@palier/domain';

/** A gap in a cell: « −0,4 k€ ». */
export function gapShort({ measure, expected, found, ...gap }: ControlGap, usual: string): string {
  const currency = gap.currency ?? usual;
  return measure === 'revenue'
    ? formatCompactMoney(found - expected, currency, true)
    : formatDelta(found - expected);
}

/** What is typed of a total. */
export interface TypedTotal {
  month: string;
  place: string;
  revenue: string;
  quantity: string;
  stock: string;
}

export const noTotal: TypedTotal = { month: '', place: '', revenue: '', quantity: '', stock: '' };

function readFigure(text: string): number | null {
  const plain = text.replace(/[\s\p{Sc}]/gu, '').replace(',', '.');
  return plain === '' ? null : Number(plain);
}

/** The total that was typed; null while it says no month or no figure that can be read. */
export function totalTyped({ month, place, ...figures }: TypedTotal): ControlTotal | null {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) return null;
  const [revenue, quantity, stock] = [figures.revenue, figures.quantity, figures.stock].map(readFigure);
  const values = [revenue, quantity, stock];
  if (values.some((value) => Number.isNaN(value)) || values.every((value) => value === null)) return null;
  return {
    month,
    place: place.trim() || null,
    ...{ revenue: revenue ?? null, quantity: quantity ?? null, stock: stock ?? null },
  };
}

/** The totals without the one of a month and place. */
export function withoutTotal(
  totals: readonly ControlTotal[],
  gone: Pick<ControlTotal, 'month' | 'place'>,
): ControlTotal[] {
  return totals.filter(({ month, place }) => month !== gone.month || place !== gone.place);
}

/** The totals with one more, in the place of the one of its month and place. */
export function withTotal(totals: readonly ControlTotal[], added: ControlTotal): ControlTotal[] {
  return [added, ...withoutTotal(totals, added)];
}
