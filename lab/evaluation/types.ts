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
  /** What categories are called in reports; missing: their codes. */
  category_names?: readonly string[];
}

/** How much of an evaluation is computed; whole by default. */
export interface EvaluationOptions {
  /** Most origins of the rolling forecasts. */
  origins?: number;
  /** Training windows of the price-response score, in weeks. */
  response_weeks?: readonly number[];
}

/** Our errors on a part of the forecasts; `share` of all of them. */
export interface SliceScore {
  wape: number | null;
  bias: number | null;
  share: number;
}

export const FORECASTERS = [
  'last_week',
  'ewma',
  'own_price',
  'global_price',
  'pooled_price',
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

/** What `evaluate` prints, but for the folder and the time. */
export interface Evaluation {
  wape: ByForecaster;
  bias: ByForecaster;
  by_horizon: Record<string, ByForecaster>;
  /** Ours by discount (in points, to the ten above) and by category. */
  by_discount: Record<string, SliceScore>;
  by_category: Record<string, SliceScore>;
  mase: number | null;
  nb_deviance: number | null;
  /** Mean of the pinball losses at .1, .5 and .9, over mean units. */
  pinball: number | null;
  pinball_by_quantile: Record<string, number | null>;
  coverage_80: number | null;
  /** WAPE of ours less that of the best plain method, with a 90 % bootstrap interval over items. */
  against_best: ({ method: Forecaster } & WapeDifference) | null;
  price_response: Record<string, PriceResponseScore>;
  origins: number;
  scored_cells: number;
}
