import type { BoostedTrees } from '../numeric/boosted-trees.ts';

/** Weeks start on Monday; days are numbered from 1970-01-01 (day 0, a Thursday), so Mondays are 4 modulo 7. */
export type DayNumber = number;

/**
 * What happened, week by week. Matrices are row-major: item i, week t at `i * week_count + t`.
 * Discounts are shares of the list price (0.2 = 20 %), never points.
 */
export interface WeeklyPanel {
  item_count: number;
  week_count: number;
  /** Monday of column 0. */
  first_week_day: DayNumber;
  /** Units sold. A week before the first sale or after delisting is ignored through `availability` 0. */
  units: Float32Array;
  /** Effective discount of the week on the list price, 0..1. */
  discount: Float32Array;
  /** Share of days × sizes (× shops) in stock during the week, 0..1; null: always available. */
  availability: Float32Array | null;
  /** Share of sizes (or shops) still available at the start of the week, 0..1; null: never broken. */
  breadth: Float32Array | null;
  /** List price of the week divided by `list_price` of the item; null: the list price never moved. */
  price_index: Float32Array | null;
  /** List price, tax included, per item. */
  list_price: Float64Array;
  /** Column of the first sale (of a product that sold nothing: of its launch), per item; negative when before the panel, −1000000 when unknown. */
  first_week: Int32Array;
  /** Category of each item, 0..category_count−1. */
  category: Int32Array;
  category_count: number;
  /** Finer group that new products borrow their level from; null: the category. */
  subcategory: Int32Array | null;
}

/** An event common to all items: its days, and what it is called on the screen. */
export interface CalendarEvent {
  key: string;
  from_day: DayNumber;
  /** First day after the event. */
  to_day: DayNumber;
}

export interface FitOptions {
  /** Weight of a week relative to the next one in the level; null: chosen by one-step error on the panel. */
  level_discount: number | null;
  /** Calendar of events; null: the French one (soldes, Black Friday, bank holidays). */
  events: readonly CalendarEvent[] | null;
  /** Share of sizes below which the assortment counts as broken (f of the model). */
  breadth_threshold: number;
  /** How demand follows a broken assortment (ψ of the model), where shares of sizes are known. */
  breadth_exponent: number;
  /** Prior elasticity where nothing is known, and its standard deviation. */
  prior_elasticity: number;
  prior_elasticity_sd: number;
}

/** Trees, and the share of them that is believed: 0 … 1, of the logarithm. */
export interface Forest {
  trees: BoostedTrees;
  weight: number;
}

/** What the model misses, learnt: where it is known what the other items do, and where it is not. Null: it does not help. */
export interface Forests {
  informed: Forest | null;
  blind: Forest | null;
}

/** Trees that aim at the median, and how far medians lean on them. */
export interface MiddleForest extends Forest {
  /** Whether they start from the level at full price and hold the answer to prices; else they correct the model's. */
  holds_answer: boolean;
  /** Others that hold it where these do not; missing in models stored before there were any. */
  beside?: BoostedTrees | null;
  /** How far medians lean on those; missing in models stored when half of `weight` was theirs. */
  beside_weight?: number;
  /** Whether either may fall where a discount is new; missing in models stored before any might. */
  unheld?: boolean;
}

/** The learned correction of a model, with what it needs of each item's last weeks. */
export interface ResidualModel extends Forests {
  /** Trees that aim at the median, and how far medians lean on them; null: they do not help. */
  middle: MiddleForest | null;
  /** Of each item: see `writeRecent`. */
  recent: Float32Array;
  /** Usual units a week of the items still sold. */
  usual: Float32Array;
  /** Mean discount of each category in the last weeks. */
  past_depth: Float64Array;
}

/**
 * The fitted model; plain typed arrays and numbers, so that it can be stored and sent to another thread.
 * Per item unless said otherwise.
 */
export interface DemandModel {
  version: number;
  item_count: number;
  category_count: number;
  /** Column 0 and number of columns of the panel it was fitted on. */
  first_week_day: DayNumber;
  week_count: number;
  category: Int32Array;
  first_week: Int32Array;
  /** Gamma posterior of the level: mean level = level_shape / level_rate units a week at launch, multiplier 1. */
  level_shape: Float64Array;
  level_rate: Float64Array;
  /** Shape of the frailty: cumulative demand is NB(frailty, mean). */
  frailty: Float64Array;
  /** Own-price elasticity (negative), its sd, and the weight of the item's own data in it (0..1). */
  elasticity: Float64Array;
  elasticity_sd: Float64Array;
  elasticity_own_weight: Float64Array;
  /** Number of distinct price episodes seen. */
  episodes: Int32Array;
  /** Per category: 0 = (1−d)^β, 1 = exponential in d. */
  response_form: Uint8Array;
  /** Per category: mean elasticity and its between-item sd. */
  category_elasticity: Float64Array;
  category_elasticity_sd: Float64Array;
  /** Per category: log jump of any markdown (≥ 0), deepest discount seen, cap of the log multiplier. */
  markdown_jump: Float64Array;
  deepest_seen: Float64Array;
  log_multiplier_cap: Float64Array;
  /** Correction of the log response at 10, 20 … 70 % off: `c * 7 + depth`. */
  response_shift: Float64Array;
  /** Change of log demand per week of age (≤ 0); nought for items that stay longer than a collection. */
  ageing: Float64Array;
  /** Exponent of the broken assortment, and its threshold (whole chain). */
  breadth_exponent: number;
  breadth_threshold: number;
  /** Season index, mean 1: category c, retail week w at `c * season_length + w`. */
  season_length: number;
  season: Float64Array;
  /** Event effects on log demand, category c, event type e at `c * event_keys.length + e`. */
  event_keys: string[];
  events: readonly CalendarEvent[] | null;
  event_effect: Float64Array;
  /** Log effect of each week of the history, prices set apart: category c, week t at `c * week_count + t`. */
  week_effect: Float64Array;
  /** NB2 dispersion 1/r per category. */
  inverse_dispersion: Float64Array;
  /** Weight of a week relative to the next one in the level. */
  level_discount: number;
  /** Recent level of each item, and recent ratio of sales to forecasts of each category. */
  recent_level: Float64Array;
  category_recent: Float64Array;
  /** Level of each item's last weeks without season or prior. */
  plain_level: Float64Array;
  /** Weights of the recent levels (item's, category's, plain) 1 … 4 weeks after the history; they fade beyond. */
  recent_item_weight: Float64Array;
  recent_category_weight: Float64Array;
  plain_weight: Float64Array;
  /** Multiply the variance of forecasts, so that 80 % bands held on the last weeks of the history, by `BAND_DEPTHS`. */
  interval_factor: Float64Array;
  /** Multiplies the whole variance of bands of one week, by `BAND_DEPTHS`; longer ones have less of it, four weeks none. */
  band_factor: Float64Array;
  /** Multiplies the variance of four weeks together in bands; phases of another length have their part of it. */
  phase_factor: number;
  /** Variance of logs by which items stray from their forecasts once they are marked down, by `BAND_DEPTHS`. */
  markdown_frailty: Float64Array;
  /** How far from the distribution's median towards its mean the shown median lies, 0 … 1. */
  median_lean: number;
  /** Learned correction of what all the rest misses; null where it did not help. */
  residual: ResidualModel | null;
  options: FitOptions;
}

/** Days of a phase: from its start to the day before `to_day`. */
export interface PhaseWindow {
  from_day: DayNumber;
  to_day: DayNumber;
}

/** Forecasts made elsewhere, in the place of ours. NaN rows keep the computed ones. */
export interface ThirdPartyForecast {
  /** Mean unlimited demand: item n of the request, phase p, level l at `(n * P + p) * L + l`. */
  phase_mean: Float32Array;
}

export interface CurveRequest {
  /** Discount levels as shares, ascending, the first usually 0. */
  levels: Float64Array;
  /**
   * The discount that each item's price stands at, as a share, where it is not the level itself (labels have endings):
   * `n * L + l`; missing: the levels.
   */
  item_levels?: Float64Array | null;
  /** The worked phase first, then every later one. */
  phases: readonly PhaseWindow[];
  /** Model rows asked for; null: all. Arrays below follow this order. */
  items: Int32Array | null;
  /** Units that can be sold from the start of the worked phase on (stock plus arrivals). */
  stock: Float64Array;
  /** Discount in force now, for the coverage. */
  current_discount: Float64Array;
  /** Share of sizes available now; null: whole. */
  breadth: Float64Array | null;
  third_party: ThirdPartyForecast | null;
  /** What is planned of all items, the asked ones and the others; missing: nothing is known. */
  planned?: PlannedDiscounts | null;
}

/** Discounts of all items of a model in the weeks after its history: `item * weeks + w`; NaN: not planned yet. */
export interface PlannedDiscounts {
  weeks: number;
  discount: Float32Array;
}

/** Curves of the asked items; row n follows the request. */
export interface CurveSet {
  item_count: number;
  level_count: number;
  phase_count: number;
  /** Mean unlimited demand: `(n * P + p) * L + l`. Feeds the optimiser. */
  phase_mean: Float32Array;
  /** Shape of the NB of the demand cumulated along a path of phases: what expected sales under a stock are read from. */
  dispersion: Float64Array;
  /** Shape of the NB of the worked phase's demand at each level, which its band is read from: `n * L + l`. */
  band_shape: Float64Array;
  /** Shape that its median is read from: the same without what bands alone have been set by. */
  median_shape: Float64Array;
  /** Expected units of the worked phase under limited stock, with 10 % and 90 % quantiles: `n * L + l`. */
  phase_qty: Float32Array;
  phase_p10: Float32Array;
  phase_p90: Float32Array;
  /** Units of the worked phase that are as likely to be passed as not, to its stock: `n * L + l`. */
  phase_median: Float32Array;
  /** Units of the worked phase by the trees that aim at the median, without stock, and how far its median leans on them. */
  learnt_median: Float32Array;
  learnt_weight: Float64Array;
  /** Expected units of all later phases: `n * L * L + l0 * L + l1`; NaN below the diagonal (l1 < l0). */
  rest_qty: Float32Array;
  /** Part of the worked phase's mean that the learned correction adds (0.1: 10 % more than without): `n * L + l`. */
  correction: Float32Array;
  /** The reason that weighs most in it, by its place in `CORRECTION_REASONS`; 255 where it is under 2 %. */
  correction_reason: Uint8Array;
  /** Weeks to sell 75 % of the stock at the current discount, capped at 52. */
  coverage: Float32Array;
  elasticity: Float64Array;
  elasticity_sd: Float64Array;
  elasticity_own_weight: Float64Array;
  /** 1 = « estimée sur l'historique du produit », 0 = « empruntée à la catégorie ». */
  elasticity_estimated: Uint8Array;
  /** 1 where the level is deeper than anything seen in the category: `n * L + l`. */
  extrapolated: Uint8Array;
}
