import type { Day } from '../calendar/day.ts';
import { PROMOTIONS, SOLDES } from '../calendar/french-calendar.ts';
import type { Random } from '../random/random.ts';
import { COLLECTIONS, HISTORY_START } from './collections.ts';
import type { Product } from './product.ts';

/** What the buyers see of a product when they choose its markdown. */
export interface Situation {
  sell_through: number;
  /** Weeks of stock at the rate of the last week. */
  cover: number;
}

/** A change of discount (a rate in [0, 0.7]) that starts on a day; `round` is -1 outside soldes. */
export interface DiscountStep {
  from: Day;
  discount: number;
  round: number;
}

/** What happens to prices on a day: a round of soldes, a promotion that starts or ends. */
export type PriceEvent =
  | { day: Day; kind: 'round'; round: number }
  | { day: Day; kind: 'promotion'; depths: readonly number[]; share: number; seed?: number }
  | { day: Day; kind: 'end' };

/** The dates when the product's price may change, in order. */
export function priceEvents(product: Product, until: Day): PriceEvent[] {
  const events: PriceEvent[] = [];
  for (const period of SOLDES) {
    const first = period.rounds[0] ?? 0;
    const takesPart = product.collection.soldes === first || product.collection.season === 'permanent';
    if (!takesPart || first < HISTORY_START) continue;
    period.rounds.forEach((day, round) => {
      events.push({ day, kind: 'round', round });
    });
    events.push({ day: period.end, kind: 'end' });
  }
  for (const sale of PROMOTIONS) {
    events.push({ day: sale.start, kind: 'promotion', ...sale });
    events.push({ day: sale.end, kind: 'end' });
  }
  return events
    .filter((event) => event.day < until && event.day >= product.on_sale)
    .sort((a, b) => a.day - b.day);
}

/** Cover in weeks above which a product goes 10 points, then 20 points deeper, at each round after the first. */
const STEP_COVER = [5, 4, 3] as const;
const JUMP_COVER = [16, 12, 8] as const;

/**
 * The chain's own habit in soldes: 20 to 40 %, the more the slower the product sold, then ten points a round while the cover
 * is long. Slow products are cut deeper: whoever estimates elasticities from this history must know it.
 */
export function soldesDiscount(
  random: Random,
  round: number,
  previous: number,
  situation: Situation,
  deepest: number,
): number {
  const points = Math.round(previous * 100);
  const wanted = round === 0 ? firstRound(random, situation) : points + laterRound(round, situation);
  const whim = random.chance(0.12) ? (random.chance(0.5) ? 10 : -10) : 0;
  const chosen = wanted === 0 ? 0 : Math.max(20, wanted + whim);
  return Math.max(points, Math.min(deepest, chosen)) / 100;
}

function firstRound(random: Random, situation: Situation): number {
  if (situation.sell_through > 0.88) return random.chance(0.6) ? 0 : 20;
  if (situation.sell_through < 0.5) return 40;
  return situation.sell_through < 0.72 ? 30 : 20;
}

function laterRound(round: number, situation: Situation): number {
  const step = situation.cover > (STEP_COVER[round - 1] ?? 4) ? 10 : 0;
  const jump = situation.cover > (JUMP_COVER[round - 1] ?? 9) ? 10 : 0;
  return step + jump;
}

/** Whether the product joins a promotion: slow sellers more often, new ones never. */
export function promotionDiscount(
  random: Random,
  event: { day: Day; depths: readonly number[]; share: number },
  product: Product,
  situation: Situation,
): number {
  const isNew = event.day - product.on_sale < 28;
  const isSlow = situation.cover > 16;
  const joins = random.chance(event.share * (isSlow ? 1.5 : 0.75));
  const depth = random.pick(event.depths);
  return joins && !isNew ? depth : 0;
}

/** The deepest discount of a collection: the current project stops at 60 %, past soldes went to 70 %. */
export function deepestPoints(product: Product): number {
  if (product.collection.season === 'permanent') return 20;
  return product.collection === COLLECTIONS[0] ? 60 : 70;
}
