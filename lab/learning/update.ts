import { frenchEvents, mondayOf } from '../../packages/engine/src/demand/calendar.ts';
import { DRIFT_PER_WEEK } from '../../packages/engine/src/demand/calibrate.ts';
import { breadthFactor, priceFeature } from '../../packages/engine/src/demand/design.ts';
import {
  ageingFactor,
  calendarEffects,
  itemLevel,
  logMultiplier,
} from '../../packages/engine/src/demand/predict.ts';
import type { DemandModel } from '../../packages/engine/src/demand/types.ts';
import {
  learnSurprise,
  markdownFrailty,
  newWindow,
  type Surprise,
  surpriseOf,
  USUAL_FRAILTY,
  type Window,
} from './surprise.ts';
import type { PhaseObservation } from './types.ts';

/** Part of the surprise shared by all items, or by a category, that is expected to last after the window. */
const LASTING = 0.5;
/** From this depth on an item counts as marked down. */
const MARKED_FROM = 0.05;
const STEEPEST = -6;
const FLATTEST = -0.3;

/**
 * Learns from a window that has passed, marked-down items apart from the others: what all of them, then each
 * category, sold above forecast (half of it is expected to last) and how much more the deeper discounts did; how far
 * marked-down items go from their forecasts; then each item's own level and elasticity share what is left of its
 * surprise in proportion to their uncertainties. Returns a new model; the old one is untouched.
 */
export function updateDemand(model: DemandModel, observed: PhaseObservation): DemandModel {
  const updated: DemandModel = {
    ...model,
    level_shape: model.level_shape.slice(),
    level_rate: model.level_rate.slice(),
    frailty: model.frailty.slice(),
    elasticity: model.elasticity.slice(),
    elasticity_sd: model.elasticity_sd.slice(),
    elasticity_own_weight: model.elasticity_own_weight.slice(),
    episodes: model.episodes.slice(),
    // What was recent before the window no longer is: what the window taught has taken its place.
    recent_item_weight: new Float64Array(0),
    recent_category_weight: new Float64Array(0),
    plain_weight: new Float64Array(0),
  };
  const windows = expectedWindows(model, observed);
  learnMarkdowns(model, updated, windows.marked);
  const others = learnSurprise(windows.others, model.category_count);
  for (let n = 0; n < windows.others.count; n++) learnItem(model, updated, windows.others, others, n);
  return updated;
}

/** Items marked down: the first window of a season also tells how far from their forecasts they go. */
function learnMarkdowns(model: DemandModel, updated: DemandModel, marked: Window): void {
  if (marked.count === 0) return;
  const surprise = learnSurprise(marked, model.category_count);
  const usual = model.markdown_frailty ?? USUAL_FRAILTY;
  const frailty = model.markdown_seen === undefined ? markdownFrailty(marked, surprise, usual) : usual;
  const seen = model.markdown_seen?.slice() ?? new Uint8Array(model.item_count);
  for (let n = 0; n < marked.count; n++) {
    const item = marked.item[n] ?? 0;
    if (seen[item] !== 1) marked.level_variance[n] = (marked.level_variance[n] ?? 0) + frailty;
    seen[item] = 1;
    learnItem(model, updated, marked, surprise, n);
  }
  updated.markdown_frailty = frailty;
  updated.markdown_seen = seen;
}

/** Units expected of each item observed, at what was believed before, and how sure that was. */
function expectedWindows(model: DemandModel, observed: PhaseObservation): { marked: Window; others: Window } {
  const exposure = windowExposure(model, observed);
  const marked = newWindow(model.item_count);
  const others = newWindow(model.item_count);
  for (let item = 0; item < model.item_count; item++) {
    const category = model.category[item] ?? 0;
    const available =
      (observed.availability?.[item] ?? 1) *
      breadthFactor(observed.breadth?.[item] ?? 1, model.breadth_threshold, model.breadth_exponent);
    const discount = observed.discount[item] ?? 0;
    const effect = Math.log(Math.max(1e-9, (exposure.sum[category] ?? 0) / exposure.weeks));
    const level = itemLevel(model, item, exposure.ahead, effect);
    const aged = ageingFactor(model, item, exposure.week);
    const expected =
      level * (exposure.sum[category] ?? 0) * available * Math.exp(logMultiplier(model, item, discount));
    if (!(expected > 1e-6) || !(aged > 0)) continue;
    const window = discount >= MARKED_FROM ? marked : others;
    const n = window.count++;
    window.item[n] = item;
    window.category[n] = category;
    window.units[n] = observed.units[item] ?? 0;
    window.expected[n] = expected;
    window.feature[n] = priceFeature(discount, model.response_form[category] ?? 0);
    window.level_variance[n] =
      1 / Math.max(0.05, model.level_shape[item] ?? 1) + DRIFT_PER_WEEK * exposure.weeks;
    window.price_variance[n] = (model.elasticity_sd[item] ?? 0) ** 2;
    window.noise[n] = (model.inverse_dispersion[category] ?? 0) / Math.max(1, exposure.weeks);
    window.level[n] = level / aged;
  }
  return { marked, others };
}

function windowExposure(
  model: DemandModel,
  observed: PhaseObservation,
): { sum: Float64Array; weeks: number; week: number; ahead: number } {
  const first = mondayOf(observed.from_day);
  const weeks = Math.max(1, Math.ceil((observed.to_day - first) / 7));
  const events = model.events ?? frenchEvents(first, first + 7 * weeks);
  const effects = calendarEffects(model, events, first, weeks);
  const sum = new Float64Array(model.category_count);
  for (let t = 0; t < weeks; t++) {
    const monday = first + 7 * t;
    const part = Math.max(0, Math.min(monday + 7, observed.to_day) - Math.max(monday, observed.from_day)) / 7;
    for (let c = 0; c < model.category_count; c++)
      sum[c] = (sum[c] ?? 0) + part * Math.exp(effects[c * weeks + t] ?? 0);
  }
  const week = Math.floor(((observed.from_day + observed.to_day) / 2 - model.first_week_day) / 7);
  const ahead = Math.max(1, week - model.week_count + 1);
  return { sum, weeks: (observed.to_day - observed.from_day) / 7, week, ahead };
}

/** Level and elasticity of one item: the mode of its log demand given what it sold, shared by uncertainty. */
function learnItem(
  before: DemandModel,
  after: DemandModel,
  window: Window,
  surprise: Surprise,
  n: number,
): void {
  const item = window.item[n] ?? 0;
  const feature = window.feature[n] ?? 0;
  const levelVariance = window.level_variance[n] ?? 0;
  const priceVariance = window.price_variance[n] ?? 0;
  const variance = levelVariance + feature ** 2 * priceVariance;
  const mean = (window.expected[n] ?? 0) * Math.exp(surpriseOf(window, surprise, n));
  const { shift, information } = likeliestShift(mean, window.units[n] ?? 0, window.noise[n] ?? 0, variance);
  // Variance explained by the window, of which the level and the elasticity have their shares.
  const explained = variance - 1 / (1 / variance + information);
  const levelShare = levelVariance / variance;
  const priceShare = (priceVariance * feature) / variance;
  const common = (surprise.level + (surprise.category[window.category[n] ?? 0] ?? 0)) * LASTING;
  const level = (window.level[n] ?? 0) * Math.exp(levelShare * shift + common);
  after.level_shape[item] = 1 / (levelVariance - levelShare ** 2 * explained);
  after.level_rate[item] = (after.level_shape[item] ?? 0) / level;
  after.frailty[item] = after.level_shape[item] ?? 0;
  const elasticity = (before.elasticity[item] ?? 0) - priceShare * shift - surprise.slope;
  after.elasticity[item] = Math.max(STEEPEST, Math.min(FLATTEST, elasticity));
  const kept = priceVariance > 0 ? 1 - (priceShare ** 2 * explained) / priceVariance : 1;
  after.elasticity_sd[item] = Math.sqrt(priceVariance * kept);
  if (feature < MARKED_FROM) return;
  after.elasticity_own_weight[item] = 1 - (1 - (before.elasticity_own_weight[item] ?? 0)) * kept;
  after.episodes[item] = (before.episodes[item] ?? 0) + 1;
}

/**
 * Mode of h where units ~ NB2(mean·e^h, noise) and h ~ N(0, variance), by Newton steps, and the information of
 * the units about h there.
 */
function likeliestShift(
  mean: number,
  units: number,
  noise: number,
  variance: number,
): { shift: number; information: number } {
  let shift = 0;
  for (let step = 0; step < 6; step++) {
    const expected = mean * Math.exp(shift);
    const worth = 1 / (1 + expected * noise);
    const move = ((units - expected) * worth - shift / variance) / (expected * worth + 1 / variance);
    shift += Math.max(-1, Math.min(1, move));
  }
  const expected = mean * Math.exp(shift);
  return { shift, information: expected / (1 + expected * noise) };
}
