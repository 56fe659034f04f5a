import { frenchEvents, mondayOf } from './calendar.ts';
import { breadthFactor, priceFeature } from './design.ts';
import { ageingFactor, calendarEffects, logMultiplier } from './predict.ts';
import type { DemandModel, PhaseObservation } from './types.ts';

/** Between-item variance of elasticities is not learnt within a season. */
const EPISODE_NOISE = 1.5;

/**
 * Learns from a window that has passed: the level of each item by the gamma rule (shape += units sold, rate +=
 * units expected at level 1 while in stock, both weighted by what an overdispersed window is worth), and its
 * elasticity by one more price episode. Returns a new model; the old one is untouched.
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
    // What was recent before the window no longer is: the gamma rule has taken its place.
    recent_item_weight: new Float64Array(0),
    recent_category_weight: new Float64Array(0),
    plain_weight: new Float64Array(0),
  };
  const exposure = windowExposure(model, observed);
  const middle = (observed.from_day + observed.to_day) / 2;
  const week = Math.floor((middle - model.first_week_day) / 7);
  for (let item = 0; item < model.item_count; item++) {
    const category = model.category[item] ?? 0;
    const available =
      (observed.availability?.[item] ?? 1) *
      breadthFactor(observed.breadth?.[item] ?? 1, model.breadth_threshold, model.breadth_exponent);
    const aged = ageingFactor(model, item, week);
    const base = (exposure.sum[category] ?? 0) * available * aged;
    if (!(base > 0)) continue;
    const discount = observed.discount[item] ?? 0;
    const expected = base * Math.exp(logMultiplier(model, item, discount));
    learnLevel(updated, item, observed.units[item] ?? 0, expected, exposure.weeks * available);
    learnElasticity(model, updated, item, observed.units[item] ?? 0, expected, discount);
  }
  return updated;
}

function windowExposure(
  model: DemandModel,
  observed: PhaseObservation,
): { sum: Float64Array; weeks: number } {
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
  return { sum, weeks: (observed.to_day - observed.from_day) / 7 };
}

function learnLevel(model: DemandModel, item: number, units: number, expected: number, weeks: number): void {
  const category = model.category[item] ?? 0;
  const mean = (expected * (model.level_shape[item] ?? 0)) / (model.level_rate[item] ?? 1);
  const weekly = mean / Math.max(1, weeks);
  const worth = 1 / (1 + weekly * (model.inverse_dispersion[category] ?? 0));
  model.level_shape[item] = (model.level_shape[item] ?? 0) + worth * units;
  model.level_rate[item] = (model.level_rate[item] ?? 0) + worth * expected;
  model.frailty[item] = model.level_shape[item] ?? 0;
}

/** The surprise of the window is shared between level and elasticity in proportion to their uncertainties. */
function learnElasticity(
  before: DemandModel,
  after: DemandModel,
  item: number,
  units: number,
  expected: number,
  discount: number,
): void {
  const category = before.category[item] ?? 0;
  const feature = priceFeature(discount, before.response_form[category] ?? 0);
  if (feature < 0.05) return;
  const mean = (expected * (before.level_shape[item] ?? 0)) / (before.level_rate[item] ?? 1);
  const prior = (before.elasticity_sd[item] ?? 0) ** 2;
  const levelVariance = 1 / Math.max(0.05, before.level_shape[item] ?? 1);
  const noise = EPISODE_NOISE * (1 / Math.max(0.5, mean) + (before.inverse_dispersion[category] ?? 0));
  const surprise = Math.max(-2, Math.min(2, Math.log((units + 0.5) / (mean + 0.5))));
  const gain = (prior * feature) / (prior * feature ** 2 + levelVariance + noise);
  after.elasticity[item] = Math.max(-6, Math.min(-0.3, (before.elasticity[item] ?? 0) - gain * surprise));
  const kept = 1 - gain * feature;
  after.elasticity_sd[item] = Math.sqrt(prior * kept);
  after.elasticity_own_weight[item] = 1 - (1 - (before.elasticity_own_weight[item] ?? 0)) * kept;
  after.episodes[item] = (before.episodes[item] ?? 0) + 1;
}
