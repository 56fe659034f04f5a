import type { Day } from '../calendar/day.ts';
import { yearFraction } from '../calendar/day.ts';
import { trafficOf } from '../calendar/french-calendar.ts';
import type { PlaceDefinition, RetailerStyle, SeasonProfile } from '../catalogue/definitions.ts';
import { RETAILERS } from '../catalogue/retailers.ts';
import type { ResolvedOptions } from '../options.ts';
import { DATA_DATE, HISTORY_START } from './collections.ts';
import { seasonIndex } from './draw-product.ts';

/** Shops kept in a compact retailer: fewer rows for the same catalogue. */
const COMPACT_SHOPS = 12;
const COMPACT_RATE = 0.35;

/** What every product's history shares: the calendar and the shops, as plain arrays by day of history. */
export interface World {
  style: RetailerStyle;
  /** The warehouse, the web, then the shops. */
  places: readonly PlaceDefinition[];
  days: number;
  shopTraffic: Float64Array;
  webTraffic: Float64Array;
  season: Readonly<Record<SeasonProfile, Float64Array>>;
  /** Median units a week of a product. */
  rate: number;
  /** Discounts (rates) that shops were given for the rounds that start on a day, by product: they win over habit. */
  decided: ReadonlyMap<string, ReadonlyMap<Day, number>>;
  /** Whether histories keep the share of customers who find their size, week by week. */
  keeps_availability: boolean;
}

export const WAREHOUSE = 0;
export const WEB = 1;
export const FIRST_SHOP = 2;

/** Builds the calendar and the shops of a retailer, from the first day of its history to the eve of `until`. */
export function buildWorld(
  options: ResolvedOptions,
  until: Day = DATA_DATE,
  keeps_availability = false,
): World {
  const style = RETAILERS[options.retailer];
  const compact = options.granularity === 'compact';
  const places = compact ? style.places.slice(0, FIRST_SHOP + COMPACT_SHOPS) : style.places;
  const days = until - HISTORY_START;
  const traffic = Array.from({ length: days }, (_, index) => trafficOf(HISTORY_START + index));
  const wave = (profile: SeasonProfile): Float64Array =>
    Float64Array.from({ length: days }, (_, index) =>
      seasonIndex(profile, yearFraction(HISTORY_START + index)),
    );
  return {
    style,
    places,
    days,
    shopTraffic: Float64Array.from(traffic, (one) => one.shop),
    webTraffic: Float64Array.from(traffic, (one) => one.web),
    season: {
      summer: wave('summer'),
      spring: wave('spring'),
      winter: wave('winter'),
      all_year: wave('all_year'),
    },
    rate: style.median_rate * (compact ? COMPACT_RATE : 1),
    decided: options.decided,
    keeps_availability,
  };
}

/** A day of the calendar as an index into the world's arrays. */
export function indexOf(day: Day): number {
  return day - HISTORY_START;
}
