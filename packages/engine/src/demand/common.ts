import { breadthExponent } from './breadth.ts';
import { frenchEvents, SEASON_LENGTH } from './calendar.ts';
import { BAND_DEPTHS } from './calibrate.ts';
import {
  AGE_UNIT,
  ageFeature,
  buildDesign,
  type Design,
  type DesignForm,
  markdownFlag,
  priceFeature,
} from './design.ts';
import type { Multiplier } from './level-sums.ts';
import { type LogSlopes, logSlopes } from './log-slope.ts';
import {
  type OwnSlopes,
  type PooledSlopes,
  type PoolingPrior,
  poolSlopes,
  SPREAD_VARIANCE,
} from './pooling.ts';
import { calendarEffects, doubtLift } from './predict.ts';
import { fitResponse } from './response.ts';
import type { ResponseFit } from './response-fit.ts';
import { fitSeason, type SeasonFit } from './season.ts';
import { shiftAt, shiftScale } from './shift.ts';
import type { CalendarEvent, DemandModel, FitOptions, WeeklyPanel } from './types.ts';

/** Depth below which a category without deep markdowns is still trusted to behave. */
const TRUSTED_DEPTH = 0.5;

/** All of the model but the levels, with what it was fitted from. */
export interface CommonFit {
  panel: WeeklyPanel;
  design: Design;
  season: SeasonFit;
  model: DemandModel;
  opinions: SlopeOpinions;
}

/** Elasticities of items by counts and by logarithms, before pooling. */
interface SlopeOpinions {
  counts: OwnSlopes;
  logs: LogSlopes;
}

/** Fits what items share and how each answers prices: week effects, response, elasticities, season. */
export function fitCommon(panel: WeeklyPanel, settings: FitOptions, response_form: Uint8Array): CommonFit {
  const usual = panel.breadth === null ? 0 : settings.breadth_exponent;
  const threshold = settings.breadth_threshold;
  const form = { breadth_threshold: threshold, breadth_exponent: usual, response_form };
  let design = buildDesign(panel, form);
  const response = fitResponse(panel, design, { prior_slope: -settings.prior_elasticity, rounds: 8 });
  const exponent = panel.breadth === null ? 0 : breadthExponent(panel, design, response, threshold, usual);
  if (exponent !== usual) design = buildDesign(panel, { ...form, breadth_exponent: exponent });
  const opinions = slopeOpinions(panel, design, response);
  const pooled = elasticities(opinions, poolingPrior(settings, 1));
  const season = fitSeason(
    weekEffects(panel, response),
    panel.category_count,
    panel.week_count,
    panel.first_week_day,
    eventsOf(panel, settings),
  );
  return {
    panel,
    design,
    season,
    model: emptyModel(panel, settings, design, response, pooled, season, {
      ...form,
      breadth_exponent: exponent,
    }),
    opinions,
  };
}

/**
 * A fit as `fitCommon` gives it, with elasticities that differ between items `factor` times as much (τ²) as their slopes
 * say. Drawn nearer to their mean they are no better known: what is not known of them stays as it was.
 */
export function withSpread(common: CommonFit, factor: number): CommonFit {
  if (factor === 1) return common;
  const { model, opinions } = common;
  const spread = pooledParts(elasticities(opinions, poolingPrior(model.options, factor)));
  const { elasticity_sd, category_elasticity_sd } = factor > 1 ? spread : model;
  const parts = { ...spread, elasticity_sd, category_elasticity_sd };
  const { markdown_jump: jump, response_form: form, deepest_seen: deepest } = model;
  return {
    ...common,
    model: { ...model, ...parts, log_multiplier_cap: responseCaps(parts, jump, form, deepest) },
  };
}

function poolingPrior(settings: FitOptions, spread_factor: number): PoolingPrior {
  return {
    mean: settings.prior_elasticity,
    sd: settings.prior_elasticity_sd,
    spread_variance: SPREAD_VARIANCE,
    spread_factor,
  };
}

/** Events of the weeks of a panel: those given, or the French ones. */
export function eventsOf(panel: WeeklyPanel, settings: FitOptions): readonly CalendarEvent[] {
  return settings.events ?? frenchEvents(panel.first_week_day, panel.first_week_day + 7 * panel.week_count);
}

/** The same model with its season at a share of its logarithm; events are shrunk enough. */
export function trustSeason(model: DemandModel, share: number): DemandModel {
  if (share === 1) return model;
  return {
    ...model,
    season: model.season.map((index) => index ** share),
  };
}

/** What counts and logarithms say of each item's answer; what logarithms say, the jump need not. */
function slopeOpinions(panel: WeeklyPanel, design: Design, response: ResponseFit): SlopeOpinions {
  const { category, category_count } = panel;
  const negative = (slopes: Float64Array) => slopes.map((slope) => -slope);
  const { own_slope, own_variance: variance } = response;
  const logs = logSlopes(panel, design, response);
  response.jump.forEach((jump, c) => {
    response.jump[c] = jump * (1 - (logs.weight[c] ?? 0));
  });
  return {
    counts: { slope: negative(own_slope), variance, category, category_count },
    logs: { ...logs, slope: negative(logs.slope) },
  };
}

/** Pooled elasticities by counts and by logarithms, weighed together. */
function elasticities({ counts, logs }: SlopeOpinions, prior: PoolingPrior): PooledSlopes {
  const pooled = poolSlopes(counts, prior);
  const other = poolSlopes(logs, prior);
  const mix = (mine: Float64Array, theirs: Float64Array, categoryOf: (n: number) => number) =>
    mine.forEach((value, n) => {
      const weight = logs.weight[categoryOf(n)] ?? 0;
      mine[n] = value + weight * ((theirs[n] ?? 0) - value);
    });
  mix(pooled.slope, other.slope, (item) => counts.category[item] ?? 0);
  mix(pooled.category_mean, other.category_mean, (c) => c);
  return pooled;
}

/** What a model has of pooled elasticities. */
function pooledParts(pooled: PooledSlopes) {
  return {
    elasticity: pooled.slope,
    elasticity_sd: pooled.variance.map(Math.sqrt),
    elasticity_own_weight: pooled.own_weight,
    category_elasticity: pooled.category_mean,
    category_elasticity_sd: pooled.category_sd,
  };
}

/** The best that each category has shown, plus one sd: what answers are held to. */
function responseCaps(
  pooled: Pick<DemandModel, 'category_elasticity' | 'category_elasticity_sd'>,
  jump: Float64Array,
  form: Uint8Array,
  deepest: Float64Array,
): Float64Array {
  return jump.map((markdown, c) => {
    const best = -(pooled.category_elasticity[c] ?? 0) + (pooled.category_elasticity_sd[c] ?? 0);
    return best * priceFeature(Math.max(TRUSTED_DEPTH, deepest[c] ?? 0), form[c] ?? 0) + markdown;
  });
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
  form: DesignForm,
): DemandModel {
  const categories = panel.category_count;
  const deepest = deepestSeen(panel);
  const { response_form } = form;
  const parts = pooledParts(pooled);
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
    ...parts,
    episodes: response.episodes,
    response_form,
    markdown_jump: response.jump,
    deepest_seen: deepest,
    log_multiplier_cap: responseCaps(parts, response.jump, response_form, deepest),
    response_shift: new Float64Array(0),
    ageing: ageingOf(panel, design, response),
    breadth_exponent: form.breadth_exponent,
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
    plain_level: new Float64Array(0),
    recent_item_weight: new Float64Array(0),
    recent_category_weight: new Float64Array(0),
    plain_weight: new Float64Array(0),
    interval_factor: new Float64Array(BAND_DEPTHS.length).fill(1),
    band_factor: new Float64Array(BAND_DEPTHS.length).fill(1),
    phase_factor: 1,
    markdown_frailty: new Float64Array(BAND_DEPTHS.length),
    median_lean: 0,
    residual: null,
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

/**
 * All of the model but the level, for the cells of a panel (the one it was fitted on, or one that goes further).
 * One-off weeks are set aside.
 */
export function multipliers(
  { panel, design }: Pick<CommonFit, 'panel' | 'design'>,
  model: DemandModel,
  season: SeasonFit,
  life: 'on_sale' | 'whole',
): Multiplier {
  const weeks = panel.week_count;
  const effects = calendarEffects(model, eventsOf(panel, model.options), panel.first_week_day, weeks);
  for (let c = 0; c < model.category_count; c++)
    for (let week = 0; week < Math.min(weeks, model.week_count); week++) {
      const at = c * weeks + week;
      effects[at] = (effects[at] ?? 0) + (season.shock[c * model.week_count + week] ?? 0);
    }
  const result = new Float32Array(panel.item_count * weeks);
  for (let item = 0; item < panel.item_count; item++) {
    const c = panel.category[item] ?? 0;
    const slope = -(model.elasticity[item] ?? 0);
    const jump = model.markdown_jump[c] ?? 0;
    const scale = shiftScale(model, item);
    const ageing = (model.ageing[item] ?? 0) * AGE_UNIT;
    const first = design.launch[item] ?? 0;
    const start = item * weeks;
    const end = life === 'whole' ? weeks : (design.end[item] ?? weeks);
    for (let week = 0; week < end; week++) {
      const exposure = design.exposure[start + week] ?? 0;
      if (exposure <= 0) continue;
      const discount = panel.discount[start + week] ?? 0;
      const shift =
        discount > 0
          ? jump * markdownFlag(discount) +
            scale * shiftAt(model.response_shift, c, discount) +
            doubtLift(model, item, discount)
          : 0;
      const price = slope * (design.price[start + week] ?? 0) + shift;
      result[start + week] =
        exposure * Math.exp((effects[c * weeks + week] ?? 0) + price + ageing * ageFeature(first, week));
    }
  }
  return { cell: result, undo: effects.map((value) => Math.exp(-value)) };
}
