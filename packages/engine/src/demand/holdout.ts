import { analogPriors } from './analogs.ts';
import { calibrateIntervals, pastForecasts } from './calibrate.ts';
import { fitCommon, multipliers, trustSeason } from './common.ts';
import { buildDesign } from './design.ts';
import type { LevelTuning, Multiplier } from './level-sums.ts';
import { tuneLevels, usualError } from './level-tuning.ts';
import { learntWeight, medianLean } from './median.ts';
import type { Offers } from './offers.ts';
import { everyNth, firstWeeks } from './part-panel.ts';
import { phaseFactor } from './phase-bands.ts';
import { logMultiplier, priceDoubt } from './predict.ts';
import { type LearnedResidual, learnResidual } from './residual.ts';
import { fitResponseShift } from './shift-fit.ts';
import type { FitOptions, WeeklyPanel } from './types.ts';

/** What only weeks kept apart can teach. */
export interface Lessons {
  /** Share of the season's logarithm that helped: 0, a half or all. */
  season_trust: number;
  tuning: LevelTuning;
  /** Factors on the variance of forecasts, by `BAND_DEPTHS`; null when there were too few of them. */
  interval_factor: Float64Array | null;
  /** Factor on the variance of four weeks together. */
  phase_factor: number;
  /** How far medians lie towards means. */
  median_lean: number;
  /** What forecasts miss, learnt; null where it does not help. */
  residual: LearnedResidual | null;
  /** How far medians lean on the trees that aim at them. */
  middle_weight: number;
}

const TRUSTS = [1, 0.5, 0] as const;
const SAMPLE = 1500;
/** Weeks kept apart: a quarter of the history within these bounds; below twice the shortest, none. */
const SHORTEST = 4;
const LONGEST = 20;

/**
 * Fits what items share on all weeks but the last ones, and forecasts these 1 to 4 weeks ahead: seasons and prices
 * are then as unknown as they will be. On a sample of items. Null when the history is too short.
 */
export function learnFromHoldout(
  panel: WeeklyPanel,
  settings: FitOptions,
  response_form: Uint8Array,
  offers: Offers,
): Lessons | null {
  const kept = Math.min(LONGEST, Math.floor(panel.week_count / 4));
  if (kept < SHORTEST) return null;
  const from = panel.week_count - kept;
  const stride = Math.max(1, Math.floor(panel.item_count / SAMPLE));
  const sample = everyNth(panel, stride);
  const inner = fitCommon(firstWeeks(sample, from), settings, response_form);
  const design = buildDesign(sample, inner.model);
  const cells = { panel: sample, design };
  const tries = TRUSTS.map((trust) => {
    const model = trustSeason(inner.model, trust);
    const multiplier = multipliers(cells, model, inner.season, 'on_sale');
    const priorOf = analogPriors(sample, beforeWeek(multiplier, sample, from));
    return { trust, multiplier, priorOf };
  });
  const chosen = bestTrust(sample, tries, from);
  const { multiplier, priorOf } = chosen;
  const tuning = tuneLevels(sample, multiplier, priorOf, from);
  const past = {
    panel: sample,
    multiplier,
    priorOf,
    tuning,
    inverse_dispersion: inner.model.inverse_dispersion,
  };
  // The response is then as the whole fit will have it, by the weeks before.
  const response_shift = fitResponseShift(past, inner.model, from);
  const model = { ...trustSeason(inner.model, chosen.trust), response_shift };
  past.multiplier = multipliers(cells, model, inner.season, 'on_sale');
  const { elasticity } = inner.model;
  const answer = (item: number, discount: number) => logMultiplier(model, item, discount);
  const residual = learnResidual({ past, offers, stride, elasticity, response_form, answer }, from);
  const doubt = (item: number, discount: number) => priceDoubt(inner.model, item, discount);
  const scope = { span: kept, sample: SAMPLE };
  const seen = pastForecasts(past, doubt, scope, residual?.look ?? null);
  const interval_factor = calibrateIntervals(seen);
  const phase_factor =
    interval_factor === null
      ? 1
      : phaseFactor({
          past,
          priceDoubt: doubt,
          span: kept,
          factors: interval_factor,
          look: residual?.look ?? null,
        });
  const median_lean = interval_factor === null ? 0 : medianLean(seen, interval_factor);
  const middle_weight =
    interval_factor !== null && residual !== null ? learntWeight(seen, interval_factor, median_lean) : 0;
  return {
    season_trust: chosen.trust,
    tuning,
    interval_factor,
    phase_factor,
    median_lean,
    residual,
    middle_weight,
  };
}

interface Try {
  trust: number;
  multiplier: Multiplier;
  priorOf: ReturnType<typeof analogPriors>;
}

function bestTrust(panel: WeeklyPanel, tries: readonly Try[], from: number): Try {
  const [whole] = tries;
  if (whole === undefined) throw new RangeError('no trust to try');
  let best = whole;
  let least = usualError(panel, whole.multiplier, whole.priorOf, from);
  for (const one of tries.slice(1)) {
    const error = usualError(panel, one.multiplier, one.priorOf, from);
    if (error >= least) continue;
    least = error;
    best = one;
  }
  return best;
}

/** Multipliers with the weeks from `week` on left out. */
function beforeWeek(multiplier: Multiplier, panel: WeeklyPanel, week: number): Float32Array {
  const cells = multiplier.cell.slice();
  for (let item = 0; item < panel.item_count; item++)
    cells.fill(0, item * panel.week_count + week, (item + 1) * panel.week_count);
  return cells;
}
