import { retailWeek, SEASON_LENGTH } from './calendar.ts';
import { atDepth, DRIFT_PER_WEEK } from './calibrate.ts';
import { AGE_UNIT, ageFeature, breadthFactor, markdownFlag, priceFeature } from './design.ts';
import { weeklyShares } from './events.ts';
import { shiftAt, shiftScale } from './shift.ts';
import type { CalendarEvent, DayNumber, DemandModel } from './types.ts';

/** Log of everything common to a category in each of `weeks` weeks from `firstDay`: season and events. */
export function calendarEffects(
  model: Pick<DemandModel, 'season' | 'event_keys' | 'event_effect' | 'category_count'>,
  events: readonly CalendarEvent[],
  firstDay: DayNumber,
  weeks: number,
): Float64Array {
  const effects = new Float64Array(model.category_count * weeks);
  const keys = model.event_keys.length;
  const shares = model.event_keys.map((key) => weeklyShares(events, key, firstDay, weeks));
  for (let t = 0; t < weeks; t++) {
    const monday = firstDay + 7 * t;
    const position = retailWeek(monday);
    const low = Math.floor(position) % SEASON_LENGTH;
    const part = position - Math.floor(position);
    for (let c = 0; c < model.category_count; c++) {
      const at = c * SEASON_LENGTH;
      const index =
        (1 - part) * (model.season[at + low] ?? 1) +
        part * (model.season[at + ((low + 1) % SEASON_LENGTH)] ?? 1);
      let effect = Math.log(index);
      for (let e = 0; e < keys; e++)
        effect += (shares[e]?.[t] ?? 0) * (model.event_effect[c * keys + e] ?? 0);
      effects[c * weeks + t] = effect;
    }
  }
  return effects;
}

/**
 * Log multiplier of a discount for an item: own-price response plus markdown jump, capped at the best the
 * category has shown plus one sd. Never decreases with the discount; 0 at full price.
 */
export function logMultiplier(model: DemandModel, item: number, discount: number): number {
  const c = model.category[item] ?? 0;
  const slope = -(model.elasticity[item] ?? 0);
  const response =
    slope * priceFeature(discount, model.response_form[c] ?? 0) +
    doubtLift(model, item, discount) +
    (model.markdown_jump[c] ?? 0) * markdownFlag(discount) +
    shiftScale(model, item) * shiftAt(model.response_shift, c, discount);
  const cap = logMultiplierCap(model, item);
  return response < cap ? response : cap;
}

/** Largest variance of a log response that is believed to be of the item rather than of its measure. */
const WIDEST_DOUBT = 0.5;

/**
 * What a doubt on the elasticity adds to the log of mean demand: the mean of e^{xβ} over β ~ N(m, v) is e^{xm + x²v/2},
 * as demand gains more from a product that answers better than expected than it loses from one that answers less.
 */
export function doubtLift(
  model: Pick<DemandModel, 'category' | 'elasticity_sd' | 'response_form'>,
  item: number,
  discount: number,
): number {
  if (!(discount > 0)) return 0;
  const form = model.response_form[model.category[item] ?? 0] ?? 0;
  const doubt = (model.elasticity_sd[item] ?? 0) * priceFeature(discount, form);
  return 0.5 * Math.min(WIDEST_DOUBT, doubt * doubt);
}

/** Cap of the item's log multiplier: its category's, or its own response at the deepest discount seen. */
export function logMultiplierCap(model: DemandModel, item: number): number {
  const c = model.category[item] ?? 0;
  const own =
    -(model.elasticity[item] ?? 0) * priceFeature(model.deepest_seen[c] ?? 0, model.response_form[c] ?? 0) +
    doubtLift(model, item, model.deepest_seen[c] ?? 0) +
    (model.markdown_jump[c] ?? 0) +
    shiftScale(model, item) * shiftAt(model.response_shift, c, model.deepest_seen[c] ?? 0);
  return Math.max(own, model.log_multiplier_cap[c] ?? 0);
}

/**
 * Level of an item `ahead` weeks after the history (1 is the next one): mean units a week at full price, whole
 * assortment, at its age then. The slow level, drawn towards the recent ones by weights that fade with the
 * distance. `effect` is that week's entry of `calendarEffects`: the plain level knows no calendar.
 */
export function itemLevel(model: DemandModel, item: number, ahead: number, effect: number): number {
  const aged = ageingFactor(model, item, model.week_count - 1 + ahead);
  const slow = (aged * (model.level_shape[item] ?? 0)) / (model.level_rate[item] ?? 1);
  const own = fadingWeight(model.recent_item_weight, ahead);
  const common = fadingWeight(model.recent_category_weight, ahead);
  const plain = fadingWeight(model.plain_weight, ahead);
  if (own === 0 && common === 0 && plain === 0) return slow;
  const ratio = model.category_recent[model.category[item] ?? 0] ?? 1;
  const recent = aged * (model.recent_level[item] ?? 0);
  const bare = plain > 0 ? aged * (model.plain_level[item] ?? 0) * Math.exp(-effect) : slow;
  return slow * (1 + common * (ratio - 1)) + own * (recent - slow) + plain * (bare - slow);
}

/** What age leaves of an item's demand at launch, in a week counted like the columns of the panel. */
export function ageingFactor(
  model: Pick<DemandModel, 'ageing' | 'first_week'>,
  item: number,
  week: number,
): number {
  const slope = model.ageing[item] ?? 0;
  return slope === 0 ? 1 : Math.exp(slope * AGE_UNIT * ageFeature(model.first_week[item] ?? 0, week));
}

/** Weight at a distance: as tuned up to its length, then losing 15 % a week. */
function fadingWeight(weights: Float64Array, ahead: number): number {
  if (weights.length === 0 || ahead < 1) return weights[0] ?? 0;
  const last = weights.length;
  if (ahead <= last) return weights[ahead - 1] ?? 0;
  return (weights[last - 1] ?? 0) * 0.85 ** (ahead - last);
}

/** Known conditions of one week for one item. */
export interface WeekConditions {
  discount: number;
  /** List price over the item's list price. */
  price_index: number;
  availability: number;
  breadth: number;
}

/** Mean units of a week for an item of the given level; `effect` is the week's entry of `calendarEffects`. */
export function weeklyMean(
  model: DemandModel,
  item: number,
  level: number,
  effect: number,
  week: WeekConditions,
): number {
  const slope = -(model.elasticity[item] ?? 0);
  const index = week.price_index > 0 && week.price_index !== 1 ? -slope * Math.log(week.price_index) : 0;
  const exposure =
    week.availability * breadthFactor(week.breadth, model.breadth_threshold, model.breadth_exponent);
  return level * exposure * Math.exp(effect + index + logMultiplier(model, item, week.discount));
}

/**
 * Shape k of the negative binomial of the demand cumulated over `weeks` weeks: uncertainty of the level, of the
 * price response at depth `discount`, and week-to-week noise, which averages out.
 */
export function cumulativeShape(model: DemandModel, item: number, weeks: number, discount: number): number {
  const c = model.category[item] ?? 0;
  const level = 1 / Math.max(0.05, model.level_shape[item] ?? 1);
  const drift = DRIFT_PER_WEEK * weeks;
  const noise = (model.inverse_dispersion[c] ?? 0) / Math.max(1, weeks);
  const relative = level + priceDoubt(model, item, discount) + drift + noise;
  const variance = atDepth(model.interval_factor, discount) * relative;
  return 1 / Math.min(20, Math.max(1e-3, variance));
}

/** Relative variance of demand that comes from not knowing how an item answers a discount. */
export function priceDoubt(
  model: Pick<DemandModel, 'category' | 'elasticity_sd' | 'response_form'>,
  item: number,
  discount: number,
): number {
  const feature = priceFeature(discount, model.response_form[model.category[item] ?? 0] ?? 0);
  return Math.min(1, ((model.elasticity_sd[item] ?? 0) * feature) ** 2);
}
