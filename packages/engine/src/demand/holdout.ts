import { analogPriors } from './analogs.ts';
import { type KeptForecasts, keptForecasts } from './band-factor.ts';
import { calibrateIntervals, type PastSetup, pastForecasts } from './calibrate.ts';
import { fitCommon, multipliers, trustSeason, withSpread } from './common.ts';
import { buildDesign } from './design.ts';
import { chosenSpread } from './elasticity-spread.ts';
import type { LevelTuning, Multiplier } from './level-sums.ts';
import { tuneLevels, usualError } from './level-tuning.ts';
import { learntWeights, medianLean } from './median.ts';
import type { Offers } from './offers.ts';
import { everyNth, firstWeeks } from './part-panel.ts';
import type { ResidualSetup } from './past-rows.ts';
import { phaseFactor } from './phase-bands.ts';
import { logMultiplier, priceDoubt } from './predict.ts';
import { type LearnedResidual, learnResidual, pastCorrection } from './residual.ts';
import { fitResponseShift } from './shift-fit.ts';
import type { DemandModel, FitOptions, WeeklyPanel } from './types.ts';

/** What only weeks kept apart can teach. */
export interface Lessons {
  /** Share of the season's logarithm that helped: 0, a half or all. */
  season_trust: number;
  /** How many times as much as their slopes say answers to prices differ. */
  elasticity_spread: number;
  tuning: LevelTuning;
  /** Factors on the variance of forecasts, by `BAND_DEPTHS`; null when there were too few of them. */
  interval_factor: Float64Array | null;
  /** Factor on the variance of four weeks together. */
  phase_factor: number;
  /** How far medians lie towards means. */
  median_lean: number;
  /** What forecasts miss, learnt; null where it does not help. */
  residual: LearnedResidual | null;
  /** How far medians lean on each kind of trees that aim at them. */
  middle_weights: readonly number[];
  /** What bands are set by: the last weeks kept apart, and where the history allows those before them. */
  kept: KeptForecasts[];
}

const TRUSTS = [1, 0.5, 0] as const;
const SAMPLE = 1500;
/** Weeks kept apart: a quarter of the history within these bounds; below twice the shortest, none. */
const SHORTEST = 4;
const LONGEST = 20;
/** Weeks that must be left to learn from before weeks are kept apart a second time. */
const LEARNT_BEFORE = 26;

/** A part of a panel, and what is learnt from the whole. */
interface Sample {
  panel: WeeklyPanel;
  settings: FitOptions;
  response_form: Uint8Array;
  offers: Offers;
  /** Items of the whole panel to one of the part. */
  stride: number;
}

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
  const stride = Math.max(1, Math.floor(panel.item_count / SAMPLE));
  const sample = { panel: everyNth(panel, stride), settings, response_form, offers, stride };
  const last = keepApart(sample);
  if (last === null) return null;
  const { past, span } = last;
  const residual = learnResidual(last.missed, last.from);
  const look = residual?.look ?? null;
  const seen = pastForecasts(past, last.priceDoubt, { span, sample: SAMPLE }, look);
  const interval_factor = calibrateIntervals(seen);
  const phase_factor =
    interval_factor === null ? 1 : phaseFactor({ ...last, look, factors: interval_factor });
  const median_lean = interval_factor === null ? 0 : medianLean(seen, interval_factor);
  const middle_weights =
    interval_factor === null || residual === null
      ? []
      : learntWeights(residual.middle.crossed(), seen, interval_factor, median_lean);
  return {
    season_trust: last.trust,
    elasticity_spread: last.spread,
    tuning: past.tuning,
    interval_factor,
    phase_factor,
    median_lean,
    residual,
    middle_weights,
    kept: twiceKept(sample, last, look),
  };
}

/** Forecasts of the weeks kept apart and of those before, kept apart in their turn: bands need more weeks than the last ones. */
function twiceKept(sample: Sample, last: KeptWeeks, look: LearnedResidual['look'] | null): KeptForecasts[] {
  const first = keptForecasts({ ...last, look });
  if (last.from - weeksKept(last.from) < LEARNT_BEFORE) return [first];
  const before = keepApart({ ...sample, panel: firstWeeks(sample.panel, last.from) });
  if (before === null) return [first];
  return [first, keptForecasts({ ...before, look: pastCorrection(before.missed, before.from) })];
}

function weeksKept(weeks: number): number {
  return Math.min(LONGEST, Math.floor(weeks / 4));
}

/** Last weeks kept apart, and what those before say of them. */
interface KeptWeeks {
  past: PastSetup;
  model: DemandModel;
  /** How far the season is trusted, and how many times as much as their slopes say answers to prices differ. */
  trust: number;
  spread: number;
  /** What learns what their forecasts miss. */
  missed: ResidualSetup;
  priceDoubt: (item: number, discount: number) => number;
  /** The first of them, and how many they are. */
  from: number;
  span: number;
}

function keepApart({ panel, settings, response_form, offers, stride }: Sample): KeptWeeks | null {
  const span = weeksKept(panel.week_count);
  if (span < SHORTEST) return null;
  const from = panel.week_count - span;
  const shared = fitCommon(firstWeeks(panel, from), settings, response_form);
  const cells = { panel, design: buildDesign(panel, shared.model) };
  const followed = (model: DemandModel): Followed => {
    const multiplier = multipliers(cells, model, shared.season, 'on_sale');
    return { multiplier, priorOf: analogPriors(panel, beforeWeek(multiplier, panel, from)) };
  };
  const errorOf = (model: DemandModel) => {
    const { multiplier, priorOf } = followed(model);
    return usualError(panel, multiplier, priorOf, from);
  };
  const trust = leastOf(TRUSTS, (share) => errorOf(trustSeason(shared.model, share)));
  const spread = chosenSpread((factor) => errorOf(trustSeason(withSpread(shared, factor).model, trust)));
  const inner = withSpread(shared, spread);
  const { multiplier, priorOf } = followed(trustSeason(inner.model, trust));
  const tuning = tuneLevels(panel, multiplier, priorOf, from);
  const past = { panel, multiplier, priorOf, tuning, inverse_dispersion: inner.model.inverse_dispersion };
  // The response is then as the whole fit will have it, by the weeks before.
  const response_shift = fitResponseShift(past, inner.model, from);
  const model = { ...trustSeason(inner.model, trust), response_shift };
  past.multiplier = multipliers(cells, model, inner.season, 'on_sale');
  const { elasticity } = inner.model;
  const answer = (item: number, discount: number) => logMultiplier(model, item, discount);
  const doubt = (item: number, discount: number) => priceDoubt(inner.model, item, discount);
  const missed = { past, offers, stride, elasticity, response_form, answer, doubt };
  return { past, model, trust, spread, missed, priceDoubt: doubt, from, span };
}

/** What levels are followed by. */
interface Followed {
  multiplier: Multiplier;
  priorOf: ReturnType<typeof analogPriors>;
}

/** The choice with the least error; the first of those as good. */
function leastOf(choices: readonly [number, ...number[]], errorAt: (choice: number) => number): number {
  let [best] = choices;
  let least = errorAt(best);
  for (const choice of choices.slice(1)) {
    const error = errorAt(choice);
    if (error >= least) continue;
    least = error;
    best = choice;
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
