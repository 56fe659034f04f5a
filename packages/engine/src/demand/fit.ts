import { analogPriors } from './analogs.ts';
import { setBands } from './band-factor.ts';
import { BAND_DEPTHS, calibrateIntervals, pastForecasts } from './calibrate.ts';
import { fitCommon, multipliers, trustSeason, withSpread } from './common.ts';
import { residualModel } from './correction.ts';
import { responseForms } from './forms.ts';
import { pastFrailty } from './frailty.ts';
import { learnFromHoldout } from './holdout.ts';
import { fitLevels } from './level.ts';
import type { LevelTuning } from './level-sums.ts';
import { plainTuning, tuneLevels } from './level-tuning.ts';
import { offersOf } from './offers.ts';
import { priceDoubt } from './predict.ts';
import { fitResponseShift } from './shift-fit.ts';
import type { DemandModel, FitOptions, WeeklyPanel } from './types.ts';

export const DEFAULT_FIT_OPTIONS: FitOptions = {
  level_discount: null,
  events: null,
  breadth_threshold: 0.6,
  breadth_exponent: 0.5,
  prior_elasticity: -2.2,
  prior_elasticity_sd: 0.8,
};

/**
 * Fits the whole demand model on a weekly panel: common effects and price response (NB2 scoring), pooled
 * elasticities, season and events, levels with analogs, dispersion. How far seasons are trusted, how much items differ in
 * their answer to prices, how levels are followed, what the response misses and how wide bands are is learnt on last weeks
 * kept apart. Deterministic;
 * linear in cells.
 *
 * @throws RangeError when a matrix does not hold items × weeks numbers.
 */
export function fitDemand(panel: WeeklyPanel, options: Partial<FitOptions> = {}): DemandModel {
  const settings = { ...DEFAULT_FIT_OPTIONS, ...options };
  checkPanel(panel);
  const form = responseForms(panel, settings);
  const shared = fitCommon(panel, settings, form);
  const offers = offersOf(panel);
  const lessons = learnFromHoldout(panel, settings, form, offers);
  const common = withSpread(shared, lessons?.elasticity_spread ?? 1);
  const model = trustSeason(common.model, lessons?.season_trust ?? 1);
  const multiplier = multipliers(common, model, common.season, 'on_sale');
  const priorOf = analogPriors(panel, multiplier.cell);
  const tuning = tuningOf(settings, lessons?.tuning ?? null, () => tuneLevels(panel, multiplier, priorOf));
  const past = { panel, multiplier, priorOf, tuning, inverse_dispersion: model.inverse_dispersion };
  model.response_shift = fitResponseShift(past, model);
  past.multiplier = multipliers(common, model, common.season, 'on_sale');
  // The level, unlike prices and seasons, must know that an item no longer sells.
  const whole = multipliers(common, model, common.season, 'whole');
  const levels = fitLevels(panel, whole, priorOf, tuning, model.inverse_dispersion, common.design.end);
  model.level_shape.set(levels.shape);
  model.level_rate.set(levels.rate);
  model.frailty.set(levels.shape);
  model.level_discount = tuning.slow_discount;
  model.recent_level = levels.recent;
  model.category_recent = levels.category_recent;
  model.plain_level = levels.plain;
  model.recent_item_weight = tuning.item_weight;
  model.recent_category_weight = tuning.category_weight;
  model.plain_weight = tuning.plain_weight;
  const doubt = (item: number, discount: number) => priceDoubt(model, item, discount);
  const seen = () => pastForecasts(past, doubt);
  model.interval_factor = lessons?.interval_factor ?? calibrateIntervals(seen()) ?? usualFactors();
  model.phase_factor = lessons?.phase_factor ?? 1;
  model.markdown_frailty = pastFrailty(past, model);
  model.band_factor = setBands(model, lessons?.kept ?? []);
  model.median_lean = lessons?.median_lean ?? 0;
  if (lessons?.residual)
    model.residual = residualModel(lessons.residual, lessons.middle_weights, panel, whole.cell, offers);
  return model;
}

function usualFactors(): Float64Array {
  return new Float64Array(BAND_DEPTHS.length).fill(1);
}

function tuningOf(settings: FitOptions, held: LevelTuning | null, seen: () => LevelTuning): LevelTuning {
  if (settings.level_discount !== null) return plainTuning(settings.level_discount);
  return held ?? seen();
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
