import { COVERAGE_MAXIMUM_WEEKS, expectedSales, negativeBinomialQuantile } from '@palier/domain';
import { atDepth } from './calibrate.ts';
import { CORRECTED_WEEKS, Corrector } from './correction.ts';
import { coverageWeeks } from './coverage.ts';
import { hiddenFrailty } from './frailty.ts';
import { calendarOf, type Horizon, levelsOf } from './horizon.ts';
import { fillLearntMedian, medianAimers } from './learnt-median.ts';
import { shownMedian } from './median.ts';
import { phasePart, phaseWidening } from './phase-bands.ts';
import { cumulativeShape, itemLevel, logMultiplier, weeklyMean } from './predict.ts';
import type { CurveRequest, CurveSet, DemandModel } from './types.ts';

/** Below this weight on its own data an elasticity is called borrowed. */
const ESTIMATED_FROM = 0.5;
/** A smaller correction has no reason given, which is this number. */
const EXPLAINED = 0.02;
const UNEXPLAINED = 255;

/**
 * Expected units of each item at each discount level, for the worked phase and for the later ones, under the
 * stock given, with bands, coverage and the elasticity behind them. Rows follow `request.items`.
 */
export function forecastCurves(model: DemandModel, request: CurveRequest): CurveSet {
  const rows = request.items ?? Int32Array.from({ length: model.item_count }, (_, item) => item);
  const set = emptySet(rows.length, request.levels.length, request.phases.length);
  const horizon = calendarOf(model, request.phases);
  const corrector = model.residual && new Corrector(model, model.residual, request);
  const aimers = medianAimers(model, request);
  for (let n = 0; n < rows.length; n++) {
    const item = rows[n] ?? 0;
    fillMeans(model, request, horizon, corrector, set, n, item);
    fillLearntMedian(model, request, horizon, aimers, set, n, item);
    fillQuantities(request, model.median_lean, set, n);
    set.coverage[n] = coverageOf(model, request, horizon, set, n, item);
    set.elasticity[n] = model.elasticity[item] ?? 0;
    set.elasticity_sd[n] = model.elasticity_sd[item] ?? 0;
    set.elasticity_own_weight[n] = model.elasticity_own_weight[item] ?? 0;
    set.elasticity_estimated[n] = (model.elasticity_own_weight[item] ?? 0) >= ESTIMATED_FROM ? 1 : 0;
    const deepest = model.deepest_seen[model.category[item] ?? 0] ?? 0;
    levelsOf(request, n).forEach((level, l) => {
      set.extrapolated[n * set.level_count + l] = level > deepest + 1e-6 ? 1 : 0;
    });
  }
  return set;
}

function emptySet(items: number, levels: number, phases: number): CurveSet {
  return {
    item_count: items,
    level_count: levels,
    phase_count: phases,
    phase_mean: new Float32Array(items * phases * levels),
    dispersion: new Float64Array(items),
    band_shape: new Float64Array(items * levels),
    median_shape: new Float64Array(items * levels),
    phase_qty: new Float32Array(items * levels),
    phase_median: new Float32Array(items * levels),
    learnt_median: new Float32Array(items * levels),
    learnt_weight: new Float64Array(items),
    phase_p10: new Float32Array(items * levels),
    phase_p90: new Float32Array(items * levels),
    rest_qty: new Float32Array(items * levels * levels).fill(Number.NaN),
    correction: new Float32Array(items * levels),
    correction_reason: new Uint8Array(items * levels).fill(UNEXPLAINED),
    coverage: new Float32Array(items),
    elasticity: new Float64Array(items),
    elasticity_sd: new Float64Array(items),
    elasticity_own_weight: new Float64Array(items),
    elasticity_estimated: new Uint8Array(items),
    extrapolated: new Uint8Array(items * levels),
  };
}

function fillMeans(
  model: DemandModel,
  request: CurveRequest,
  horizon: Horizon,
  corrector: Corrector | null,
  set: CurveSet,
  n: number,
  item: number,
): void {
  const { level_count: levels, phase_count: phases } = set;
  const category = model.category[item] ?? 0;
  const breadth = request.breadth?.[n] ?? 1;
  const base = weeklyMean(model, item, 1, 0, { discount: 0, price_index: 1, availability: 1, breadth });
  const own = levelsOf(request, n);
  const lift = own.map((level) => Math.exp(logMultiplier(model, item, level)));
  const factor = new Float64Array(levels);
  const corrected = new Float64Array(levels);
  for (let p = 0; p < phases; p++) {
    let exposure = 0;
    corrected.fill(0);
    factor.fill(1);
    let seen = 0;
    for (let t = 0; t < horizon.weeks; t++) {
      const part = horizon.share[p * horizon.weeks + t] ?? 0;
      if (!(part > 0)) continue;
      const whole = horizon.effects[category * horizon.weeks + t] ?? 0;
      const effect = whole + (horizon.part[p * horizon.weeks + t]?.[category] ?? 0);
      const demand = part * itemLevel(model, item, horizon.ahead + t, effect) * Math.exp(effect);
      exposure += demand;
      if (corrector === null) continue;
      // Weeks of a phase differ by their first one.
      if (seen++ < CORRECTED_WEEKS) correctWeek(corrector, request, horizon, n, item, t, factor);
      for (let l = 0; l < levels; l++) corrected[l] = (corrected[l] ?? 0) + demand * (factor[l] ?? 1);
    }
    for (let l = 0; l < levels; l++) {
      const at = (n * phases + p) * levels + l;
      const demand = corrector === null ? exposure : (corrected[l] ?? 0);
      set.phase_mean[at] = base * demand * (lift[l] ?? 1);
      if (p === 0 && corrector !== null && exposure > 0)
        set.correction[n * levels + l] = demand / exposure - 1;
    }
    if (p === 0 && corrector !== null) explain(corrector, request, horizon, set, n, item);
  }
  const shapeAt = (weeks: number, level: number, widening: number) =>
    1 / (widening / cumulativeShape(model, item, weeks, level) + hiddenFrailty(model, item, level));
  set.dispersion[n] = shapeAt(horizon.length, own[levels >> 1] ?? 0, 1);
  const widening = phaseWidening(model.phase_factor, horizon.worked);
  const single = 1 - phasePart(horizon.worked);
  own.forEach((level, l) => {
    const shape = shapeAt(horizon.worked, level, widening);
    set.median_shape[n * levels + l] = shape;
    set.band_shape[n * levels + l] = shape / atDepth(model.band_factor, level) ** single;
  });
  if (request.third_party !== null) replaceMeans(request.third_party.phase_mean, set, n);
}

/** Factors on the demand of a week, by level; the later phases are taken as following the worked one at the same discount. */
function correctWeek(
  corrector: Corrector,
  request: CurveRequest,
  horizon: Horizon,
  n: number,
  item: number,
  t: number,
  factor: Float64Array,
): void {
  const some = corrector.aim(n, item, horizon.ahead + t, horizon.ahead);
  levelsOf(request, n).forEach((level, l) => {
    factor[l] = some ? Math.exp(corrector.at(level)) : 1;
  });
}

/** Why the first week of the worked phase is corrected. */
function explain(
  corrector: Corrector,
  request: CurveRequest,
  horizon: Horizon,
  set: CurveSet,
  n: number,
  item: number,
): void {
  if (!corrector.aim(n, item, horizon.ahead, horizon.ahead)) return;
  levelsOf(request, n).forEach((level, l) => {
    const at = n * set.level_count + l;
    if (Math.abs(set.correction[at] ?? 0) >= EXPLAINED) set.correction_reason[at] = corrector.reasonAt(level);
  });
}

/** A forecast bought elsewhere takes the place of ours, made monotone in the discount. */
function replaceMeans(given: Float32Array, set: CurveSet, n: number): void {
  const { level_count: levels, phase_count: phases } = set;
  for (let p = 0; p < phases; p++) {
    let most = 0;
    for (let l = 0; l < levels; l++) {
      const at = (n * phases + p) * levels + l;
      const value = given[at] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      most = Math.max(most, value);
      set.phase_mean[at] = most;
    }
  }
}

/** Units under limited stock: worked phase, later phases, and the 80 % band of the worked phase. */
function fillQuantities(request: CurveRequest, lean: number, set: CurveSet, n: number): void {
  const { level_count: levels, phase_count: phases } = set;
  const stock = request.stock[n] ?? 0;
  const shape = set.dispersion[n] ?? 1;
  const base = n * phases * levels;
  for (let l0 = 0; l0 < levels; l0++) {
    const mean = set.phase_mean[base + l0] ?? 0;
    const sold = expectedSales(shape, mean, stock);
    set.phase_qty[n * levels + l0] = sold;
    const band = set.band_shape[n * levels + l0] ?? 1;
    const low = negativeBinomialQuantile(band, mean, 0.1, stock);
    const high = negativeBinomialQuantile(band, mean, 0.9, stock);
    const middle = negativeBinomialQuantile(set.median_shape[n * levels + l0] ?? 1, mean, 0.5, stock);
    const learnt = set.learnt_median[n * levels + l0] ?? 0;
    const parts = { middle, mean: sold, lean, learnt, weight: set.learnt_weight[n] ?? 0 };
    set.phase_p10[n * levels + l0] = low;
    set.phase_p90[n * levels + l0] = high;
    set.phase_median[n * levels + l0] = shownMedian(parts, low, high);
    for (let l1 = l0; l1 < levels; l1++) {
      let later = 0;
      for (let p = 1; p < phases; p++) later += set.phase_mean[base + p * levels + l1] ?? 0;
      const rest = later > 0 ? expectedSales(shape, mean + later, stock) - sold : 0;
      set.rest_qty[(n * levels + l0) * levels + l1] = Math.max(0, rest);
    }
  }
}

function coverageOf(
  model: DemandModel,
  request: CurveRequest,
  horizon: Horizon,
  set: CurveSet,
  n: number,
  item: number,
): number {
  const category = model.category[item] ?? 0;
  const conditions = {
    discount: request.current_discount[n] ?? 0,
    price_index: 1,
    availability: 1,
    breadth: request.breadth?.[n] ?? 1,
  };
  const base = weeklyMean(model, item, 1, 0, conditions);
  const weekly = new Float64Array(COVERAGE_MAXIMUM_WEEKS);
  for (let t = 0; t < COVERAGE_MAXIMUM_WEEKS; t++) {
    const effect = horizon.effects[category * horizon.weeks + t] ?? 0;
    weekly[t] = base * itemLevel(model, item, horizon.ahead + t, effect) * Math.exp(effect);
  }
  return coverageWeeks(weekly, set.dispersion[n] ?? 1, request.stock[n] ?? 0);
}
