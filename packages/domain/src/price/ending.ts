import { formatWith } from '../format/number.ts';
import { discountedValue, markedDownPrice } from './formula.ts';

/** What the label of a markdown may read: prices that end so, or those of a list. */
export type PricePoints =
  /** Cents that a price may end in, 0 to 99; 0: whole prices. */
  | { kind: 'endings'; cents: number[] }
  /** « Échelle »: the only prices allowed, rising. */
  | { kind: 'ladder'; prices: number[] };

export const PRICE_ROUNDINGS = ['nearest', 'down', 'never_above'] as const;
/**
 * nearest: the nearest price allowed, on either side. down: the next price allowed below. never_above: the nearest one,
 * unless it is dearer than what the discount gives, which then stays.
 */
export type PriceRounding = (typeof PRICE_ROUNDINGS)[number];

/** A rule of an organisation: how prices of a band end. */
export interface PriceEnding {
  /** Price list of the projects that follow it; null: those of every list that has no rule of its own. */
  price_list_id: string | null;
  /** Band of the price that the discount gives, list currency: from, included, to, excluded; null: no end. */
  from_price: number;
  to_price: number | null;
  points: PricePoints;
  rounding: PriceRounding;
  /** The rate so made is at most so far from the one decided, in points; null: however far. */
  max_distance_pct: number | null;
}

/** The rules that a price list follows: its own, else those of every list; in the order of their bands. */
export function endingsOfList(rules: readonly PriceEnding[], price_list_id: string | null): PriceEnding[] {
  const own = rules.filter((rule) => rule.price_list_id !== null && rule.price_list_id === price_list_id);
  const found = own.length > 0 ? own : rules.filter((rule) => rule.price_list_id === null);
  return found.sort((left, right) => left.from_price - right.from_price);
}

/**
 * The rules that make the price of a discount: none of one that the project does not offer, as a discount imported at
 * 33 %, whose price is to the cent everywhere.
 */
export function endingsAt(
  rules: readonly PriceEnding[],
  levels: readonly number[],
  discountPct: number,
): readonly PriceEnding[] {
  return levels.includes(discountPct) ? rules : [];
}

/** What the label of a product bore when a phase was signed, and what it was made of; null: not kept. */
export interface SignedLabel {
  discount_pct: number;
  list_price: number | null;
  price: number | null;
}

/** Rounding of binary fractions aside: cents are compared to the millionth. */
const settled = (cents: number): number => Number(cents.toFixed(6));

/** The nearest prices allowed on each side of one, in cents, both within the limits; a price allowed is its own floor. */
function around(
  points: PricePoints,
  cents: number,
  { from, below }: { from: number; below: number },
): { floor: number | null; ceiling: number | null } {
  const base = 100 * Math.floor(cents / 100);
  const all =
    points.kind === 'ladder'
      ? points.prices.map((price) => Math.round(100 * price))
      : [-100, 0, 100].flatMap((step) => points.cents.map((ending) => base + step + ending));
  const allowed = all.filter((price) => price > 0 && price >= from && price < below);
  const floors = allowed.filter((price) => price <= cents);
  const ceilings = allowed.filter((price) => price > cents);
  return {
    floor: floors.length > 0 ? Math.max(...floors) : null,
    ceiling: ceilings.length > 0 ? Math.min(...ceilings) : null,
  };
}

function chosen(
  { floor, ceiling }: { floor: number | null; ceiling: number | null },
  cents: number,
  rounding: PriceRounding,
): number | null {
  if (rounding === 'down') return floor;
  const isFloor = ceiling === null || (floor !== null && cents - floor <= ceiling - cents);
  if (isFloor) return floor;
  return rounding === 'nearest' ? ceiling : null;
}

/** The price allowed that a rule gives in the place of one, in cents; null where it gives none. */
function endedCents(price: number, cents: number, rule: PriceEnding): number | null {
  // Within its band, a price stays in it: a deeper discount never gives a dearer price. Marked down is below the list.
  const from = Math.round(100 * rule.from_price);
  const below = Math.min(settled(100 * price), rule.to_price === null ? Infinity : 100 * rule.to_price);
  const found = chosen(around(rule.points, cents, { from, below }), cents, rule.rounding);
  if (found === null) return null;
  const distance = settled(Math.abs(found - cents) / price);
  return rule.max_distance_pct !== null && distance > rule.max_distance_pct ? null : found;
}

/**
 * The price of a discount where labels have endings, tax included: that of the rule whose band holds what the discount
 * gives, else what it gives, not rounded. 0 % is the list price, a discount is below it, and a deeper one is never
 * dearer. Discount in points; `rules` are those of one price list (`endingsOfList`).
 * @param signed the label of the phase before: other rules never raise it while the list price is the same
 */
export function endedPrice(
  price: number,
  discountPct: number,
  rules: readonly PriceEnding[],
  signed: SignedLabel | null = null,
): number {
  const made = madePrice(price, discountPct, rules);
  if (!signed || signed.list_price === null || signed.price === null) return made;
  const isOfIt = signed.discount_pct > 0 && discountPct >= signed.discount_pct;
  if (!isOfIt || centsOf(signed.list_price) !== centsOf(price)) return made;
  const label = made === discountedValue(price, discountPct) ? markedDownPrice(price, discountPct) : made;
  return centsOf(label) > centsOf(signed.price) ? signed.price : made;
}

const centsOf = (price: number): number => Math.round(100 * price);

function madePrice(price: number, discountPct: number, rules: readonly PriceEnding[]): number {
  const plain = discountedValue(price, discountPct);
  if (!(price > 0) || discountPct <= 0 || discountPct >= 100) return plain;
  const cents = settled(price * (100 - discountPct));
  const rule = rules.find(
    ({ from_price, to_price }) => cents >= 100 * from_price && (to_price === null || cents < 100 * to_price),
  );
  const ended = rule ? endedCents(price, cents, rule) : null;
  return ended === null ? plain : ended / 100;
}

/** « Taux réel »: the rate, in points, at which a price stands whose label has an ending; the discount itself without one. */
export function realRate(
  price: number,
  discountPct: number,
  rules: readonly PriceEnding[],
  signed: SignedLabel | null = null,
): number {
  if ((rules.length === 0 && !signed) || !(price > 0)) return discountPct;
  const ended = endedPrice(price, discountPct, rules, signed);
  return ended === discountedValue(price, discountPct) ? discountPct : 100 * (1 - ended / price);
}

/**
 * The price that a label bears: that of the rules, else what the discount gives, to the cent. The one price of a listing,
 * a check or a file. Discount in points; `rules` are those of one price list, as the project's snapshot has them.
 */
export function labelPrice(
  price: number,
  discountPct: number,
  rules: readonly PriceEnding[],
  signed: SignedLabel | null = null,
): number {
  return markedDownPrice(price, realRate(price, discountPct, rules, signed));
}

/** The rate, in points, at which a line's price stands: its own of the level where prices have endings. */
export function rateAt(
  { levels, rates }: { levels: readonly number[]; rates?: readonly number[] | null | undefined },
  discountPct: number,
): number {
  return rates?.[levels.indexOf(discountPct)] ?? discountPct;
}

const OVERLAP = 'Deux règles de la même liste de prix se recouvrent';

const priceText = (price: number): string =>
  formatWith(price, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

function bandText({ from_price, to_price }: PriceEnding): string {
  const from = priceText(from_price);
  return to_price === null ? `dès ${from}` : `de ${from} à ${priceText(to_price)}`;
}

function ruleFault(rule: PriceEnding): string | null {
  const { from_price, to_price, points } = rule;
  if (to_price !== null && to_price <= from_price)
    return `La tranche ${bandText(rule)} finit avant d’avoir commencé.`;
  if (points.kind === 'endings')
    return points.cents.length === 0 ? `La tranche ${bandText(rule)} n’a pas de terminaison.` : null;
  const { prices } = points;
  if (prices.length === 0) return `L’échelle de la tranche ${bandText(rule)} n’a pas de prix.`;
  if (prices.some((price, index) => index > 0 && price <= (prices[index - 1] ?? 0)))
    return `Les prix de l’échelle de la tranche ${bandText(rule)} ne sont pas en ordre croissant.`;
  const outside = prices.find((price) => price < from_price || (to_price !== null && price >= to_price));
  return outside === undefined
    ? null
    : `Le prix ${priceText(outside)} de l’échelle est hors de sa tranche, ${bandText(rule)}.`;
}

/** What is wrong with an organisation's rules, in French; null when nothing is. */
export function priceEndingsFault(rules: readonly PriceEnding[]): string | null {
  const faults = rules.flatMap((rule) => ruleFault(rule) ?? []);
  if (faults[0]) return faults[0];
  for (const [index, rule] of rules.entries()) {
    const other = rules
      .slice(index + 1)
      .find(
        (one) =>
          one.price_list_id === rule.price_list_id &&
          one.from_price < (rule.to_price ?? Infinity) &&
          rule.from_price < (one.to_price ?? Infinity),
      );
    if (other) return `${OVERLAP}\u202f: ${bandText(rule)}, et ${bandText(other)}.`;
  }
  return null;
}
