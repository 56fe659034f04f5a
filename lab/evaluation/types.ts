import type { WeeklyPanel } from '../../packages/engine/src/demand/types.ts';
import type { WapeDifference } from './bootstrap.ts';

/** A panel whose future is known, and which of its cells count. */
export interface EvaluationPanel {
  panel: WeeklyPanel;
  /** 1 where units were observed (not missing, not in a stock-out): `i * T + t`. */
  scored: Uint8Array;
  /** False when weeks are plain numbers: no calendar can be laid on them. */
  has_dates: boolean;
  /** Units at the start of each week, NaN where unknown; null: no stock is known. */
  stock: Float32Array | null;
  /** True where the file's stock was set aside, as later sales explain it to the unit: it may be made of them. */
  stock_rebuilt?: boolean;
  /** What categories are called in reports; missing: their codes. */
  category_names?: readonly string[];
}

/** How much of an evaluation is computed; whole by default. */
export interface EvaluationOptions {
  /** Most origins of the rolling forecasts. */
  origins?: number;
  /** Training windows of the price-response score, in weeks. */
  response_weeks?: readonly number[];
  /** False leaves out the boosted and log-linear baselines, which take as long as all the rest. */
  learned_baselines?: boolean;
}

/** Our errors on a part of the forecasts; `share` of all of them, `cells` their number. */
export interface SliceScore {
  wape: number | null;
  bias: number | null;
  rmse: number | null;
  coverage_80: number | null;
  /** Interval score of the 80 % band (Winkler), over mean units. */
  interval_score: number | null;
  share: number;
  cells: number;
}

export const FORECASTERS = [
  'last_week',
  'ewma',
  'own_price',
  'global_price',
  'pooled_price',
  'log_linear',
  'boosted_poisson',
  'boosted_absolute',
  'palier',
] as const;
export type Forecaster = (typeof FORECASTERS)[number];
export type ByForecaster = Record<Forecaster, number | null>;

export interface PriceResponseScore {
  own: number | null;
  global: number | null;
  category: number | null;
  pooled: number | null;
  palier: number | null;
}

/**
 * What `evaluate` prints, but for the folder and the time. Ours are the curves and bands of the screen: their mean is
 * judged by bias, squared and aggregate errors, their median by absolute ones (WAPE, MASE).
 */
export interface Evaluation {
  wape: ByForecaster;
  bias: ByForecaster;
  /** Root of the mean squared error, over mean units. */
  rmse: ByForecaster;
  /** Σ over categories and weeks of |Σ forecast − Σ units|, over all units. */
  aggregate_error: ByForecaster;
  by_horizon: Record<string, ByForecaster>;
  /** Ours by discount (in points, to the ten above), by weeks ahead, by age in weeks and by category. */
  by_discount: Record<string, SliceScore>;
  by_weeks_ahead: Record<string, SliceScore>;
  by_age: Record<string, SliceScore>;
  by_category: Record<string, SliceScore>;
  /** Ours over whole phases (the weeks after an origin together) of items whose price stays, by discount. */
  by_phase: Record<string, SliceScore>;
  /** Whether a stock bounded the forecasts; « rebuilt »: one was given that later sales explain to the unit. */
  stock: 'none' | 'used' | 'rebuilt';
  mase: number | null;
  nb_deviance: number | null;
  /** Mean of the pinball losses at .1, .5 and .9, over mean units. */
  pinball: number | null;
  pinball_by_quantile: Record<string, number | null>;
  coverage_80: number | null;
  interval_score: number | null;
  /** WAPE of ours less that of the best other method, with a 90 % bootstrap interval over items. */
  against_best: ({ method: Forecaster } & WapeDifference) | null;
  price_response: Record<string, PriceResponseScore>;
  origins: number;
  scored_cells: number;
}
