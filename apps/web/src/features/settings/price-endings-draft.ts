import {
  endedPrice,
  endingText,
  formatMoney,
  formatNumber,
  type PriceEnding,
  type PriceRounding,
  priceEndingsFault,
} from '@palier/domain';

/** A rule as it is typed. */
export interface TypedEnding {
  /** '' for every list that has no rule of its own. */
  list: string;
  from: string;
  /** '' for no end. */
  to: string;
  kind: 'endings' | 'ladder';
  /** « ,99 ,95 » or « 9,99 12,99 19,99 ». */
  points: string;
  rounding: PriceRounding;
  /** '' for however far. */
  distance: string;
}

export const NEW_ENDING: TypedEnding = {
  ...{ list: '', from: '0', to: '', kind: 'endings', points: ',99', rounding: 'nearest', distance: '' },
};

const plain = (value: number): string => String(value).replace('.', ',');

/** A rule of the organisation as its fields show it. */
export function typedEnding(rule: PriceEnding): TypedEnding {
  const { points } = rule;
  return {
    list: rule.price_list_id ?? '',
    from: plain(rule.from_price),
    to: rule.to_price === null ? '' : plain(rule.to_price),
    kind: points.kind,
    points:
      points.kind === 'endings' ? points.cents.map(endingText).join(' ') : points.prices.map(plain).join(' '),
    rounding: rule.rounding,
    distance: rule.max_distance_pct === null ? '' : plain(rule.max_distance_pct),
  };
}

/** « 49,99 € » → 49.99, whatever its money; null for what is no amount of whole cents. */
function readAmount(text: string): number | null {
  const clean = text.replace(/[\s\p{Sc}]/gu, '').replace(',', '.');
  return /^\d+(\.\d{1,2})?$/.test(clean) ? Number(clean) : null;
}

/** « ,99 », « .99 », « 99 », « ,9 » → cents; null for anything else. */
function readCents(text: string): number | null {
  const [, mark, digits = ''] = /^([,.]?)(\d{1,2})$/.exec(text) ?? [];
  if (digits === '') return null;
  return mark && digits.length === 1 ? 10 * Number(digits) : Number(digits);
}

function readPoints({ kind, points }: TypedEnding): PriceEnding['points'] | null {
  const words = points
    .replace(/[\s\p{Sc}]/gu, ' ')
    .split(/[\s;]+/)
    .filter(Boolean);
  if (kind === 'endings') {
    const cents = words.map(readCents);
    return cents.includes(null) ? null : { kind, cents: cents.flatMap((one) => one ?? []) };
  }
  const prices = words.map(readAmount);
  return prices.includes(null) ? null : { kind, prices: prices.flatMap((one) => one ?? []) };
}

/** A field of a rule that is typed freely. */
export type FreeField = 'from' | 'to' | 'points' | 'distance';

const AMOUNT_FAULT = 'Un montant, au centime';
const POINTS_FAULTS: Readonly<Record<TypedEnding['kind'], string>> = {
  endings: 'Des terminaisons comme «\u00a0,99 ,95\u00a0»',
  ladder: 'Des prix comme «\u00a09,99 12,99\u00a0»',
};

/** What cannot be read of a rule, at the field that says it. */
export function typingFaults(typed: TypedEnding): Partial<Record<FreeField, string>> {
  const unread = (text: string): boolean => text.trim() !== '' && readAmount(text) === null;
  return {
    ...(unread(typed.from) && { from: AMOUNT_FAULT }),
    ...(unread(typed.to) && { to: AMOUNT_FAULT }),
    ...(readPoints(typed) === null && { points: POINTS_FAULTS[typed.kind] }),
    ...(unread(typed.distance) && { distance: 'Un nombre de points de taux' }),
  };
}

/** The rule that the fields say; null while one cannot be read. */
export function endingTyped(typed: TypedEnding): PriceEnding | null {
  const points = readPoints(typed);
  if (points === null || Object.keys(typingFaults(typed)).length > 0) return null;
  return {
    price_list_id: typed.list || null,
    ...{ from_price: readAmount(typed.from) ?? 0, to_price: readAmount(typed.to), points },
    ...{ rounding: typed.rounding, max_distance_pct: readAmount(typed.distance) },
  };
}

/** The rules typed, and what is wrong with them, in French; null rules while one cannot be read. */
export function endingsTyped(typed: readonly TypedEnding[]): {
  rules: PriceEnding[] | null;
  fault: string | null;
} {
  const read = typed.map(endingTyped);
  const unread = read.indexOf(null);
  if (unread >= 0) return { rules: null, fault: `La règle ${unread + 1} est à compléter ou à corriger.` };
  const rules = read.flatMap((rule) => rule ?? []);
  return { rules, fault: priceEndingsFault(rules) };
}

/** Whether rules typed are others than those that stand, in whatever order their fields came. */
export function isOtherRules(rules: readonly PriceEnding[] | null, before: readonly PriceEnding[]): boolean {
  return JSON.stringify(rules) !== JSON.stringify(endingsTyped(before.map(typedEnding)).rules);
}

const EXAMPLE_PRICE = 49.99;
const EXAMPLE_PCT = 30;

/** The currency of the prices that a rule is of; null for those of lists in several. */
export function endingCurrency(
  list: string,
  lists: readonly { id: string; currency?: string | null | undefined }[],
): string | null {
  const own = lists.filter(({ id }) => list === '' || id === list);
  const [only = 'EUR', ...others] = new Set(own.map(({ currency }) => currency ?? 'EUR'));
  return others.length > 0 ? null : only;
}

/** « 49,99 € à −30 % : 34,993 → 34,99 € »: what a rule makes of a price of its band. */
export function endingExample(rule: PriceEnding, currency: string | null): string {
  const money = (price: number): string => formatMoney(price, currency ?? '').trimEnd();
  const { from_price, to_price } = rule;
  const kept = 1 - EXAMPLE_PCT / 100;
  const within = (price: number): boolean =>
    price * kept >= from_price && (to_price === null || price * kept < to_price);
  // In the middle of a band that the usual example is not in, a price that ends in ,99.
  const middle = (from_price + (to_price ?? from_price + 40)) / 2;
  const price = within(EXAMPLE_PRICE) ? EXAMPLE_PRICE : Math.ceil(middle / kept) - 0.01;
  const given = formatNumber(price * kept, 3);
  const ended = endedPrice(price, EXAMPLE_PCT, [rule]);
  const rate = 100 * (1 - ended / price);
  const real = Math.abs(rate - EXAMPLE_PCT) < 0.05 ? '' : `, soit ${formatNumber(rate)} %`;
  return `${money(price)} à −${EXAMPLE_PCT} % : ${given} → ${money(ended)}${real}`;
}
