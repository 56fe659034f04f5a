import { isShown, type MaybeNumber, MISSING, NARROW_SPACE } from './missing.ts';
import { compactDigits, compactParts, formatWith } from './number.ts';

export const CURRENCIES = ['EUR', 'JPY', 'USD', 'GBP'] as const;
export type Currency = (typeof CURRENCIES)[number];

export const CURRENCY_SYMBOLS: Record<Currency, string> = { EUR: '€', JPY: '¥', USD: '$', GBP: '£' };

/** The symbol of a currency; its code when it has none here. */
export function currencySymbol(currency: string): string {
  return (CURRENCY_SYMBOLS as Record<string, string | undefined>)[currency] ?? currency;
}

/** Decimals of a currency's minor unit. */
export function currencyDigits(currency: string): number {
  return currency === 'JPY' ? 0 : 2;
}

const UNITS = { k: 1e3, M: 1e6, Md: 1e9 } as const;

function withSymbol(text: string, currency: string): string {
  return `${text}${NARROW_SPACE}${currencySymbol(currency)}`;
}

/** « 1 234,50 € »: to the minor unit. */
export function formatMoney(value: MaybeNumber, currency: string): string {
  if (!isShown(value)) return MISSING;
  const digits = currencyDigits(currency);
  return withSymbol(
    formatWith(value, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
    currency,
  );
}

/** « 1 200,00 € HT »: an amount that is without taxes says so. */
function formatWithTax(value: MaybeNumber, currency: string, tax: 'excl' | 'incl' | null): string {
  const text = formatMoney(value, currency);
  return isShown(value) && tax === 'excl' ? `${text}${NARROW_SPACE}HT` : text;
}

interface ToldAmounts {
  total_amount: MaybeNumber;
  /** null: the usual one. */
  currency: string | null;
  amount_tax: 'excl' | 'incl' | null;
  other_amounts: readonly { currency: string | null; amount: number }[];
}

/** The total of a file in each of its currencies, side by side: « 1 310 069,68 € et 557 375,29 CHF ». */
export function formatAmounts(
  { total_amount, currency, amount_tax, other_amounts }: ToldAmounts,
  usual: string,
): string {
  const others = other_amounts.map((other) =>
    formatWithTax(other.amount, other.currency ?? usual, amount_tax),
  );
  return [formatWithTax(total_amount, currency ?? usual, amount_tax), ...others].join(' et ');
}

/** « 1 235 € »: to the unit, for tables. */
export function formatWholeMoney(value: MaybeNumber, currency: string): string {
  return isShown(value) ? withSymbol(formatWith(value, { maximumFractionDigits: 0 }), currency) : MISSING;
}

/** « 12,3 k€ », « 3,21 M€ »: for summaries; whole units below a thousand. */
export function formatCompactMoney(value: MaybeNumber, currency: string, signed = false): string {
  if (!isShown(value)) return MISSING;
  const [scaled, letter] = compactParts(value);
  const digits = letter === '' ? { maximumFractionDigits: 0 } : compactDigits(scaled, letter);
  const sign = signed ? ({ signDisplay: 'exceptZero' } as const) : {};
  return `${formatWith(scaled, { ...digits, ...sign })}${NARROW_SPACE}${letter}${currencySymbol(currency)}`;
}

/** « 0,85 » beside « 1,21 M€ »: a value in the thousands or millions of another, whose unit is read there. */
export function formatInUnitOf(value: MaybeNumber, other: number): string {
  if (!isShown(value)) return MISSING;
  const [, letter] = compactParts(other);
  if (letter === '') return formatWith(value, { maximumFractionDigits: 0 });
  const decimals = letter === 'k' ? 1 : 2;
  return formatWith(value / UNITS[letter], {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
}

/** « +1 235 € », « −50 € »: a change. */
export function formatMoneyDelta(value: MaybeNumber, currency: string): string {
  if (!isShown(value)) return MISSING;
  return withSymbol(formatWith(value, { maximumFractionDigits: 0, signDisplay: 'exceptZero' }), currency);
}

/** One price, « 10,00 – 15,00 € » for several different ones, '-' for none. */
export function formatPrices(prices: MaybeNumber | readonly MaybeNumber[], currency: string): string {
  const shown = (Array.isArray(prices) ? prices : [prices]).filter(isShown);
  if (shown.length === 0) return MISSING;
  const low = Math.min(...shown);
  const high = Math.max(...shown);
  if (low === high) return formatMoney(low, currency);
  const lowText = formatMoney(low, currency).split(NARROW_SPACE).slice(0, -1).join(NARROW_SPACE);
  return `${lowText} – ${formatMoney(high, currency)}`;
}
