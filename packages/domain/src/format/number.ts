import { isShown, type MaybeNumber, MINUS, MISSING, NARROW_SPACE } from './missing.ts';

/** The options that numbers of the product vary by; decimals default to Intl's. */
export interface NumberOptions {
  minimumFractionDigits?: number;
  maximumFractionDigits?: number;
  /** negative: « −3 », « 3 ». exceptZero: « −3 », « +3 », « 0 ». */
  signDisplay?: 'negative' | 'exceptZero';
  useGrouping?: boolean;
}

const HYPHEN = 45;
const cache = new Map<string, Intl.NumberFormat>();

/** A French formatter made once per options: making one costs a thousand times more than using it. */
function numberFormat(options: NumberOptions): Intl.NumberFormat {
  const { minimumFractionDigits, maximumFractionDigits, signDisplay = 'negative', useGrouping } = options;
  const key = `${minimumFractionDigits}|${maximumFractionDigits}|${signDisplay}|${useGrouping}`;
  let format = cache.get(key);
  if (!format) {
    format = new Intl.NumberFormat('fr-FR', { ...options, signDisplay });
    cache.set(key, format);
  }
  return format;
}

/** Intl's French output with a true minus; its thousands already have narrow spaces. */
function tidy(text: string): string {
  return text.charCodeAt(0) === HYPHEN ? MINUS + text.slice(1) : text;
}

/** Formats a finite number, '-' otherwise; what rounds to zero has no sign. */
export function formatWith(value: MaybeNumber, options: NumberOptions): string {
  if (!isShown(value)) return MISSING;
  return tidy(numberFormat(options).format(value));
}

/** « 1 234,5 »: up to `digits` decimals (1), trailing zeros left out. */
export function formatNumber(value: MaybeNumber, digits = 1): string {
  return formatWith(value, { maximumFractionDigits: digits });
}

/** « 1 234 »: a whole number of units. */
export function formatQuantity(value: MaybeNumber): string {
  return formatWith(value, { maximumFractionDigits: 0 });
}

/** « 12,5 k », « 3,20 M »: for summaries; whole below a thousand. */
export function formatCompact(value: MaybeNumber): string {
  if (!isShown(value)) return MISSING;
  const [scaled, letter] = compactParts(value);
  return letter === ''
    ? formatQuantity(scaled)
    : `${formatWith(scaled, compactDigits(scaled, letter))}${NARROW_SPACE}${letter}`;
}

/** « +12 », « −3 », « 0 »: a change, rounded to `digits` decimals. */
export function formatDelta(value: MaybeNumber, digits = 0): string {
  return formatWith(value, { maximumFractionDigits: digits, signDisplay: 'exceptZero' });
}

/** A value brought to its thousands or millions, with the letter that says so. */
export function compactParts(value: number): [scaled: number, letter: '' | 'k' | 'M' | 'Md'] {
  const size = Math.abs(value);
  if (size >= 999_995_000) return [value / 1e9, 'Md'];
  if (size >= 999_950) return [value / 1e6, 'M'];
  if (size >= 999.5) return [value / 1e3, 'k'];
  return [value, ''];
}

/**
 * One decimal of a thousand, two of a million, always: figures of a column stand comma under comma and parts add up to
 * their total (« 38,0 k » above « 112,4 k »). A round amount, as people type them, stays round: « 130 k ».
 */
export function compactDigits(scaled: number, letter: 'k' | 'M' | 'Md'): NumberOptions {
  const decimals = Number.isInteger(scaled) ? 0 : letter === 'k' ? 1 : 2;
  return { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
}

/** The least number of so many decimals that is at least a value (`up`), or the most that is at most it (`down`). */
export function boundTo(value: number, decimals: number, way: 'up' | 'down'): number {
  const units = value * 10 ** decimals;
  // What sums stray by rounding does not make another unit.
  const hair = 5e-10 * Math.abs(units);
  return (way === 'up' ? Math.ceil(units - hair) : Math.floor(units + hair)) / 10 ** decimals;
}

const SIZES = { '': 1, k: 1e3, M: 1e6, Md: 1e9 } as const;

/** The same for an amount as summaries show it: what is said to be enough stays so once somebody types what she reads. */
export function compactBound(value: number, way: 'up' | 'down'): number {
  const [scaled, letter] = compactParts(value);
  const decimals = letter === '' ? 0 : letter === 'k' ? 1 : 2;
  return boundTo(scaled, decimals, way) * SIZES[letter];
}
