import { addDays } from '../src/format/date.ts';
import {
  PRACTISED_SALES,
  PRIOR_PRICE_DAYS,
  type PriorPriceState,
  TILL_PROOF_DAYS,
} from '../src/law/prior-price.ts';

// The prior price read day by day, as the law says it: what the snapshot's SQL is compared with.

/** A price of a list from a day on, until another, its last one; null or left out: no end. Days are YYYY-MM-DD. */
export interface DatedPrice {
  from_date: string;
  to_date?: string | null;
  price: number;
}

/** The day of prices that say none: they prove nothing, but come back where another ends. */
export const UNDATED = '1970-01-01';

/** What is known of the prices of a variant, or of a product whose variants have one price. */
export interface PriceEvidence {
  /** Dated prices in the order they decide: the variant's in the list, then the product's, then those of the usual list. */
  listed: readonly (readonly DatedPrice[])[];
  /** The same for the list of prices actually paid, where the organisation has one. */
  paid: readonly (readonly DatedPrice[])[];
  /** The same for each list of reduced prices: one holds until its list has a new price. */
  reduced: readonly (readonly (readonly DatedPrice[])[])[];
  /** Unit prices of its sales: never a return, never another currency. */
  sales: readonly { date: string; price: number }[];
  /** First day on sale, as its file says; null: not said. */
  on_sale_date: string | null;
}

/** list: a price list. paid: the list of prices paid. till: the sales themselves. */
export type PriceSource = 'list' | 'paid' | 'till';

export interface PriorPrice {
  state: PriorPriceState;
  /** null where it is unknown. */
  price: number | null;
  /** The first day that had it. */
  date: string | null;
  source: PriceSource | null;
  /** How many sales were at it, where they are its source. */
  sales_count: number | null;
}

const UNKNOWN: PriorPrice = { state: 'unknown', price: null, date: null, source: null, sales_count: null };

const cents = (price: number): number => Math.round(price * 100) / 100;

const latest = (prices: readonly DatedPrice[]): DatedPrice | null =>
  prices.reduce<DatedPrice | null>(
    (best, one) => (best && best.from_date > one.from_date ? best : one),
    null,
  );

/**
 * The price of one history on a day: the last that began and has not ended, which comes back on the day after another's
 * end. null once all have ended: the history says nothing more.
 */
function holding(history: readonly DatedPrice[], day: string): DatedPrice | null {
  const begun = history.filter(({ from_date }) => from_date <= day);
  const last = latest(begun);
  const found = latest(begun.filter(({ to_date }) => !to_date || to_date >= day));
  if (found === null) return null;
  if (found === last) return found.from_date === UNDATED ? null : found;
  const ends = begun.filter(({ from_date }) => from_date > found.from_date);
  const back = ends.map(({ to_date }) => addDays(to_date ?? day, 1)).toSorted();
  return { ...found, from_date: back.at(-1) ?? found.from_date };
}

/** The price that dated prices give a day; null before the first of them. */
function inForce(histories: readonly (readonly DatedPrice[])[], day: string): DatedPrice | null {
  for (const history of histories) {
    const found = holding(history, day);
    if (found) return { ...found, price: cents(found.price) };
  }
  return null;
}

/** What it was sold at on a day, as lists say it, beside the price of its own list. */
function paidOn({ paid, reduced }: PriceEvidence, day: string, listed: DatedPrice | null): number | null {
  const reductions = reduced
    .map((histories) => inForce(histories, day))
    .filter((one) => one && (!listed || one.from_date >= listed.from_date));
  const prices = [inForce(paid, day), ...reductions].flatMap((one) => one?.price ?? []);
  return prices.length === 0 ? null : Math.min(...prices);
}

/** A day's price as lists say it. */
export interface ListedDay {
  date: string;
  price: number | null;
  source: Exclude<PriceSource, 'till'>;
}

/** The days that count before a reduction, each with the price that lists say. */
export function listedDays(evidence: PriceEvidence, firstDay: string): ListedDay[] {
  const begin = addDays(firstDay, -PRIOR_PRICE_DAYS);
  const from =
    evidence.on_sale_date !== null && evidence.on_sale_date > begin ? evidence.on_sale_date : begin;
  const days: ListedDay[] = [];
  for (let date = from; date < firstDay; date = addDays(date, 1)) {
    const last = inForce(evidence.listed, date);
    const listed = last?.price ?? null;
    const paid = paidOn(evidence, date, last);
    const isPaid = paid !== null && (listed === null || paid < listed);
    days.push({ date, price: isPaid ? paid : listed, source: isPaid ? 'paid' : 'list' });
  }
  return days;
}

interface Practised {
  price: number;
  date: string;
  count: number;
}

/** The lowest price at which enough was sold from a day up to the day before another. */
function practisedPrice({ sales }: PriceEvidence, from: string, before: string): Practised | null {
  const found = new Map<number, Practised>();
  for (const { date, price: exact } of sales) {
    if (date < from || date >= before) continue;
    const price = cents(exact);
    const known = found.get(price) ?? { price, date, count: 0 };
    found.set(price, {
      price,
      date: date < known.date ? date : known.date,
      count: known.count + 1,
    });
  }
  const practised = [...found.values()].filter(({ count }) => count >= PRACTISED_SALES);
  return practised.reduce<Practised | null>(
    (best, one) => (best && best.price <= one.price ? best : one),
    null,
  );
}

function isSold({ sales }: PriceEvidence, day: string): boolean {
  const since = addDays(day, 1 - TILL_PROOF_DAYS);
  return sales.some(({ date }) => since <= date && date <= day);
}

/**
 * The prior price of a reduction that starts on a day: the lowest price practised towards everybody in the 30 days
 * before, read day by day. Prices of lists rule; a lower price at which enough was sold counts too, and is a question.
 * Days that neither a list nor a week of sales covers leave it unknown: never the list price in their place.
 */
export function priorPrice(evidence: PriceEvidence, firstDay: string): PriorPrice {
  const days = listedDays(evidence, firstDay);
  const [first] = days;
  if (!first) return UNKNOWN;
  const practised = practisedPrice(evidence, first.date, firstDay);
  const isCovered = days.every(({ date, price }) => price !== null || isSold(evidence, date));
  if (!isCovered || (practised === null && days.some(({ price }) => price === null))) return UNKNOWN;
  const lowest = days.reduce<ListedDay | null>(
    (best, day) => (day.price !== null && (best?.price ?? Number.POSITIVE_INFINITY) > day.price ? day : best),
    null,
  );
  const isRecent = days.length < PRIOR_PRICE_DAYS;
  if (practised && practised.price < (lowest?.price ?? Number.POSITIVE_INFINITY))
    return {
      state: 'till',
      price: practised.price,
      date: practised.date,
      source: 'till',
      sales_count: practised.count,
    };
  if (!lowest) return UNKNOWN;
  return {
    state: days.some(({ price }) => price === null) ? 'till' : isRecent ? 'recent' : 'known',
    price: lowest.price,
    date: lowest.date,
    source: lowest.source,
    sales_count: null,
  };
}
