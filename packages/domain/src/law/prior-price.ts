/** Days before the first reduction over which the lowest price is the prior price. */
export const PRIOR_PRICE_DAYS = 30;

/** Sales at one price that make it a price practised: fewer are staff, a damaged piece, an error of the till. */
export const PRACTISED_SALES = 3;

/** Days that a sale proves the price of, its own and those after, where no dated price says it. */
export const TILL_PROOF_DAYS = 8;

/**
 * known: every day has its price. till: sales show a price that the lists do not, to be confirmed. recent: the
 * product is on sale for less than 30 days. unknown: the history does not cover the days.
 */
export const PRIOR_PRICE_STATES = ['known', 'till', 'recent', 'unknown'] as const;
export type PriorPriceState = (typeof PRIOR_PRICE_STATES)[number];

export const PRIOR_PRICE_STATE_LABELS: Readonly<Record<PriorPriceState, string>> = {
  known: 'Établi',
  till: 'Vu en caisse, à confirmer',
  recent: 'En vente depuis moins de 30 jours',
  unknown: 'Inconnu',
};

/**
 * The phase whose first day the 30 days are counted before: the first that marks the product down, for phases follow
 * each other without a gap and a price never goes back up. The worked phase where none did yet.
 */
export function chainStart(previousPcts: readonly (number | null)[], worked: number): number {
  const first = previousPcts.findIndex((pct) => (pct ?? 0) > 0);
  return first < 0 ? worked : first;
}

/**
 * The percentage that may be announced: of the prior price, rounded down to the whole point. null where nothing may be:
 * the prior price is unknown, or the price is not below it.
 */
export function announcedPct(price: number | null, prior: number | null): number | null {
  if (price === null || prior === null || prior <= 0) return null;
  const [now, before] = [Math.round(price * 100), Math.round(prior * 100)];
  return now < before ? Math.floor((100 * (before - now)) / before) : null;
}

/** full: at the decided rate or above. less: below it. none: not below the prior price. unknown: no prior price. */
export const ANNOUNCEMENTS = ['full', 'less', 'none', 'unknown'] as const;
export type Announcement = (typeof ANNOUNCEMENTS)[number];

export const ANNOUNCEMENT_LABELS: Readonly<Record<Announcement, string>> = {
  full: 'Au taux décidé',
  less: 'À moins que décidé',
  none: 'Sans annonce',
  unknown: 'Prix antérieur inconnu',
};

/**
 * The percentage that a decided discount promises to announce: itself, or the whole points of the rate that the label's
 * ending leaves of it. Both in points.
 */
export function announceablePct(discountPct: number, rate: number): number {
  return discountPct > 0 ? Math.min(discountPct, Math.max(1, Math.floor(rate + 1e-6))) : discountPct;
}

/**
 * What a decided discount may be announced as; null where nothing is marked down.
 * @param discountPct what it promises to announce (`announceablePct`)
 */
export function announcement(
  price: number | null,
  discountPct: number,
  prior: number | null,
): Announcement | null {
  if (discountPct <= 0) return null;
  if (price === null || prior === null) return 'unknown';
  const announced = announcedPct(price, prior);
  if (announced === null) return 'none';
  return announced < discountPct ? 'less' : 'full';
}

/** How values of the law's fields are said, by field. */
export const LAW_VALUE_LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  prior_price_state: PRIOR_PRICE_STATE_LABELS,
  announcement: ANNOUNCEMENT_LABELS,
};
