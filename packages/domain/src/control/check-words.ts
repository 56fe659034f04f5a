import { countOf } from '../format/count.ts';
import { formatDate } from '../format/date.ts';
import { formatCompactMoney, formatMoney } from '../format/money.ts';
import { formatQuantity } from '../format/number.ts';
import { formatPercent } from '../format/percent.ts';
import type { ControlGap } from './gap.ts';

// What a check of files found, in the words that the screen and the command share.

/** Totals of all the data, before and after an import. */
export const CHECK_TOTALS = [
  { name: 'sale_amount', label: 'CA, toutes dates' },
  { name: 'stock_quantity', label: 'Stock' },
  { name: 'item_group_count', label: 'Produits' },
] as const;
type CheckTotal = (typeof CHECK_TOTALS)[number]['name'];

/** null: unknown. */
export function checkTotalText(name: CheckTotal, value: number | null, currency: string): string {
  if (value === null) return '-';
  return name === 'sale_amount' ? formatCompactMoney(value, currency) : formatQuantity(value);
}

/** The rows that a total is made of. */
const ROWS_OF: Readonly<Record<string, string>> = {
  sale_amount: 'sale_rows',
  sale_quantity: 'sale_rows',
  stock_quantity: 'stock_rows',
  order_quantity: 'order_rows',
};

/**
 * A total of all the data; null where no row was ever received to make it: unknown is not nothing. Totals that an older
 * Palier wrote do not count all their rows, and are taken as they are.
 */
export function knownTotal(totals: object, name: string): number | null {
  const figures: Readonly<Record<string, unknown>> = { ...totals };
  const rows = figures[ROWS_OF[name] ?? ''] ?? null;
  return rows !== null && Number(rows) === 0 ? null : Number(figures[name] ?? 0);
}

const months = new Intl.DateTimeFormat('fr-FR', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** « Juin 2026 »; null: all the months before those shown, together. */
export function monthLabel(month: string | null, shown: readonly (string | null)[]): string {
  if (month === null) {
    const first = shown.filter((other) => other !== null).at(-1);
    return first === undefined ? 'Sans date' : `Avant ${months.format(new Date(`${first}-01T00:00:00Z`))}`;
  }
  const name = months.format(new Date(`${month}-01T00:00:00Z`));
  return `${name.charAt(0).toLocaleUpperCase('fr-FR')}${name.slice(1)}`;
}

/** The period that a file speaks of: a day, or « 01/03/2026 → 28/06/2026 ». */
export function spellText(first_date: string | null, last_date: string | null): string {
  return first_date === last_date
    ? formatDate(first_date)
    : `${formatDate(first_date)} → ${formatDate(last_date)}`;
}

/** « 412 € de moins que la caisse (0,2 %) ». */
export function gapText({ measure, expected, found, ...gap }: ControlGap, usual: string): string {
  const currency = gap.currency ?? usual;
  const size = Math.abs(found - expected);
  const amount = measure === 'revenue' ? formatMoney(size, currency) : countOf(size, 'pièce');
  const share = expected === 0 ? '' : ` (${formatPercent((100 * size) / Math.abs(expected))})`;
  return `${amount} de ${found < expected ? 'moins' : 'plus'} que la caisse${share}`;
}
