import { analogPriors } from './analogs.ts';
import { frenchEvents, SEASON_LENGTH } from './calendar.ts';
import { calibrateIntervals } from './calibrate.ts';
import { AGE_UNIT, ageFeature, buildDesign, type Design, markdownFlag, priceFeature } from './design.ts';
import { fitLevels, plainTuning, tuneLevels } from './level.ts';
import { logSlopes } from './log-slope.ts';
import {
  type OwnSlopes,
  type PooledSlopes,
  type PoolingPrior,
  poolSlopes,
  SPREAD_VARIANCE,
} from './pooling.ts';
import { calendarEffects } from './predict.ts';
import { fitResponse } from './response.ts';
import type { ResponseFit } from './response-fit.ts';
import { fitSeason, type SeasonFit } from './season.ts';
import { fitResponseShift, shiftAt } from './shift.ts';
import type { CalendarEvent, DemandModel, FitOptions, WeeklyPanel } from './types.ts';

export const DEFAULT_FIT_OPTIONS: FitOptions = {
  level_discount: null,
  events: null,
  breadth_threshold: 0.6,
  prior_elasticity: -2.2,
  prior_elasticity_sd: 0.8,
};

/** Depth below which a category without deep markdowns is still trusted to behave. */
const TRUSTED_DEPTH = 0.5;

/**
 * Fits the whole demand model on a weekly panel: common effects and price response (NB2 scoring), pooled
 * elasticities, season and events, levels with analogs, dispersion. Deterministic; linear in cells.
 *
 * @throws RangeError when a matrix does not hold items × weeks numbers.
 */
export function fitDemand(panel: WeeklyPanel, options: Partial<FitOptions> = {}): DemandModel {
  const settings = { ...DEFAULT_FIT_OPTIONS, ...options };
  checkPanel(panel);
  const exponent = panel.breadth === null ? 0 : 0.5;
  const design = buildDesign(panel, settings.breadth_threshold, exponent);
  const response = fitResponse(panel, design, { prior_slope: -settings.prior_elasticity, rounds: 8 });
  const pooled = elasticities(panel, design, response, {
    mean: settings.prior_elasticity,
    sd: settings.prior_elasticity_sd,
    spread_variance: SPREAD_VARIANCE,
  });
  const lastDay = panel.first_week_day + 7 * panel.week_count;
  const events = settings.events ?? frenchEvents(panel.first_week_day, lastDay);
  const season = fitSeason(
    weekEffects(panel, response),
    panel.category_count,
    panel.week_count,
    panel.first_week_day,
    events,
  );
  const model = emptyModel(panel, settings, design, response, pooled, season, exponent);
  const multiplier = multipliers(panel, design, model, season, events, 'on_sale');
  const priors = analogPriors(panel, multiplier);
  const tuning =
    settings.level_discount === null
      ? tuneLevels(panel, multiplier, priors)
      : plainTuning(settings.level_discount);
  const past = { panel, multiplier, priorOf: priors, tuning, inverse_dispersion: model.inverse_dispersion };
  model.response_shift = fitResponseShift(past);
  past.multiplier = multipliers(panel, design, model, season, events, 'on_sale');
  // The level, unlike prices and seasons, must know that an item no longer sells.
  const whole = multipliers(panel, design, model, season, events, 'whole');
  const levels = fitLevels(panel, whole, priors, tuning, model.inverse_dispersion, design.end);
  model.level_shape.set(levels.shape);
  model.level_rate.set(levels.rate);
  model.frailty.set(levels.shape);
  model.level_discount = tuning.slow_discount;
  model.recent_level = levels.recent;
  model.category_recent = levels.category_recent;
  model.recent_item_weight = tuning.item_weight;
  model.recent_category_weight = tuning.category_weight;
  model.interval_factor = calibrateIntervals(past);
  return model;
}

function checkPanel(panel: WeeklyPanel): void {
  const cells = panel.item_count * panel.week_count;
  for (const name of ['units', 'discount', 'availability', 'breadth', 'price_index'] as const) {
    const matrix = panel[name];
    if (matrix !== null && matrix.length !== cells)
      throw new RangeError(`fitDemand: ${name} must hold items × weeks numbers`);
  }
  for (const name of ['list_price', 'first_week', 'category'] as const)
    if (panel[name].length !== panel.item_count)
      throw new RangeError(`fitDemand: ${name} must hold one number per item`);
}

/** Pooled elasticities by counts and by logarithms, weighed together; what logarithms say, the jump need not. */
function elasticities(
  panel: WeeklyPanel,
  design: Design,
  response: ResponseFit,
  prior: PoolingPrior,
): PooledSlopes {
  const { category, category_count } = panel;
  const counts = { slope: response.own_slope, variance: response.own_variance, category, category_count };
  const logs = logSlopes(panel, design, response);
  const negative = (own: OwnSlopes): OwnSlopes => ({ ...own, slope: own.slope.map((slope) => -slope) });
  const pooled = poolSlopes(negative(counts), prior);
  const other = poolSlopes(negative(logs), prior);
  const mix = (mine: Float64Array, theirs: Float64Array, categoryOf: (n: number) => number) =>
    mine.forEach((value, n) => {
      const weight = logs.weight[categoryOf(n)] ?? 0;
      mine[n] = value + weight * ((theirs[n] ?? 0) - value);
    });
  mix(pooled.slope, other.slope, (item) => category[item] ?? 0);
  mix(pooled.category_mean, other.category_mean, (c) => c);
  response.jump.forEach((jump, c) => {
    response.jump[c] = jump * (1 - (logs.weight[c] ?? 0));
  });
  return pooled;
}

function weekEffects(panel: WeeklyPanel, response: ResponseFit): Float64Array {
  return response.category_week.map((value, at) => value + (response.week[at % panel.week_count] ?? 0));
}

function emptyModel(
  panel: WeeklyPanel,
  options: FitOptions,
  design: Design,
  response: ResponseFit,
  pooled: PooledSlopes,
  season: SeasonFit,
  exponent: number,
): DemandModel {
  const categories = panel.category_count;
  const deepest = deepestSeen(panel);
  const form = new Uint8Array(categories);
  const cap = Float64Array.from({ length: categories }, (_, c) => {
    const best = -(pooled.category_mean[c] ?? 0) + (pooled.category_sd[c] ?? 0);
    return (
      best * priceFeature(Math.max(TRUSTED_DEPTH, deepest[c] ?? 0), form[c] ?? 0) + (response.jump[c] ?? 0)
    );
  });
  return {
    version: 1,
    item_count: panel.item_count,
    category_count: categories,
    first_week_day: panel.first_week_day,
    week_count: panel.week_count,
    category: panel.category.slice(),
    first_week: panel.first_week.slice(),
    level_shape: new Float64Array(panel.item_count),
    level_rate: new Float64Array(panel.item_count),
    frailty: new Float64Array(panel.item_count),
    elasticity: pooled.slope,
    elasticity_sd: pooled.variance.map(Math.sqrt),
    elasticity_own_weight: pooled.own_weight,
    episodes: response.episodes,
    response_form: form,
    category_elasticity: pooled.category_mean,
    category_elasticity_sd: pooled.category_sd,
    markdown_jump: response.jump,
    deepest_seen: deepest,
    log_multiplier_cap: cap,
    response_shift: new Float64Array(0),
    ageing: ageingOf(panel, design, response),
    breadth_exponent: exponent,
    breadth_threshold: options.breadth_threshold,
    season_length: SEASON_LENGTH,
    season: season.log_season.map(Math.exp),
    event_keys: season.event_keys,
    events: options.events,
    event_effect: season.event_effect,
    week_effect: weekEffects(panel, response),
    inverse_dispersion: response.inverse_dispersion,
    level_discount: 0.85,
    recent_level: new Float64Array(0),
    category_recent: new Float64Array(0),
    recent_item_weight: new Float64Array(0),
    recent_category_weight: new Float64Array(0),
    interval_factor: 1,
    options,
  };
}

/** Fading of each item by week: its category's, nought for items that stay. */
function ageingOf(panel: WeeklyPanel, design: Design, response: ResponseFit): Float64Array {
  return Float64Array.from(panel.category, (c, item) =>
    (design.launch[item] ?? 0) === panel.first_week[item] ? (response.ageing[c] ?? 0) / AGE_UNIT : 0,
  );
}

function deepestSeen(panel: WeeklyPanel): Float64Array {
  const deepest = new Float64Array(panel.category_count);
  for (let item = 0; item < panel.item_count; item++) {
    const c = panel.category[item] ?? 0;
    for (let cell = item * panel.week_count; cell < (item + 1) * panel.week_count; cell++) {
      const discount = panel.discount[cell] ?? 0;
      if (discount > (deepest[c] ?? 0) && discount < 1 && (panel.units[cell] ?? 0) > 0) deepest[c] = discount;
    }
  }
  return deepest;
}

/** All of the model but the level, cell by cell; 0 where the week does not count. One-off weeks are set aside. */
function multipliers(
  panel: WeeklyPanel,
  design: Design,
  model: DemandModel,
  season: SeasonFit,
  events: readonly CalendarEvent[],
  life: 'on_sale' | 'whole',
): Float32Array {
  const weeks = panel.week_count;
  const effects = calendarEffects(model, events, panel.first_week_day, weeks);
  effects.forEach((value, at) => {
    effects[at] = value + (season.shock[at] ?? 0);
  });
  const result = new Float32Array(panel.item_count * weeks);
  for (let item = 0; item < panel.item_count; item++) {
    const c = panel.category[item] ?? 0;
    const slope = -(model.elasticity[item] ?? 0);
    const jump = model.markdown_jump[c] ?? 0;
    const ageing = (model.ageing[item] ?? 0) * AGE_UNIT;
    const first = design.launch[item] ?? 0;
    const start = item * weeks;
    const end = life === 'whole' ? weeks : (design.end[item] ?? weeks);
    for (let week = 0; week < end; week++) {
      const exposure = design.exposure[start + week] ?? 0;
      if (exposure <= 0) continue;
      const discount = panel.discount[start + week] ?? 0;
      const shift =
        discount > 0 ? jump * markdownFlag(discount) + shiftAt(model.response_shift, c, discount) : 0;
      const price = slope * (design.price[start + week] ?? 0) + shift;
      result[start + week] =
        exposure * Math.exp((effects[c * weeks + week] ?? 0) + price + ageing * ageFeature(first, week));
    }
  }
  return result;
}
