import { COVERAGE_MAXIMUM_WEEKS } from '@palier/domain';
import { expectedSales, negativeBinomialQuantile } from '../numeric/negative-binomial.ts';
import { eventShare, frenchEvents, mondayOf } from './calendar.ts';
import { Corrector } from './correction.ts';
import { coverageWeeks } from './coverage.ts';
import { hiddenFrailty } from './frailty.ts';
import { leanMedian } from './median.ts';
import { calendarEffects, cumulativeShape, itemLevel, logMultiplier, weeklyMean } from './predict.ts';
import type { CalendarEvent, CurveRequest, CurveSet, DayNumber, DemandModel, PhaseWindow } from './types.ts';

/** Below this weight on its own data an elasticity is called borrowed. */
const ESTIMATED_FROM = 0.5;
/** Weeks of a phase that are corrected each for itself; the others are as the last of them. */
const CORRECTED_WEEKS = 2;
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
  for (let n = 0; n < rows.length; n++) {
    const item = rows[n] ?? 0;
    fillMeans(model, request, horizon, corrector, set, n, item);
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

/** The discounts of an item of the request, level by level, as shares. */
function levelsOf({ levels, item_levels }: CurveRequest, n: number): Float64Array {
  return item_levels?.subarray(n * levels.length, (n + 1) * levels.length) ?? levels;
}

function emptySet(items: number, levels: number, phases: number): CurveSet {
  return {
    item_count: items,
    level_count: levels,
    phase_count: phases,
    phase_mean: new Float32Array(items * phases * levels),
    dispersion: new Float64Array(items),
    band_shape: new Float64Array(items * levels),
    phase_qty: new Float32Array(items * levels),
    phase_median: new Float32Array(items * levels),
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

/** Weeks from the start of the worked phase on, their calendar effects, and the share of each in each phase. */
interface Horizon {
  weeks: number;
  effects: Float64Array;
  /** Share of week t that lies in phase p: `p * weeks + t`. */
  share: Float64Array;
  /** What to add to a category's effect of a week of which only a part lies in the phase; null: nothing. */
  part: (Float64Array | null)[];
  /** Distance of week 0 from the history: 1 is the week right after it. */
  ahead: number;
  /** Weeks in all phases together, and in the worked one. */
  length: number;
  worked: number;
}

function calendarOf(model: DemandModel, phases: readonly PhaseWindow[]): Horizon {
  const from = phases[0]?.from_day ?? model.first_week_day + 7 * model.week_count;
  const first = mondayOf(from);
  const end = phases.reduce((last, phase) => Math.max(last, phase.to_day), from);
  const weeks = Math.max(COVERAGE_MAXIMUM_WEEKS, Math.ceil((end - first) / 7));
  const events = model.events ?? frenchEvents(first, first + 7 * weeks);
  const share = new Float64Array(phases.length * weeks);
  const part = new Array<Float64Array | null>(phases.length * weeks).fill(null);
  let length = 0;
  phases.forEach((phase, p) => {
    for (let t = 0; t < weeks; t++) {
      const days = overlap(first + 7 * t, phase);
      share[p * weeks + t] = days / 7;
      length += days / 7;
      if (days > 0 && days < 7) part[p * weeks + t] = partEffects(model, events, first + 7 * t, phase);
    }
  });
  const ahead = Math.max(1, Math.round((first - model.first_week_day) / 7) - model.week_count + 1);
  const worked = ((phases[0]?.to_day ?? from) - from) / 7;
  return { weeks, ahead, effects: calendarEffects(model, events, first, weeks), share, part, length, worked };
}

/** Events fall on days: those of a phase that starts in the middle of a week may hold all of an event, or none. */
function partEffects(
  model: DemandModel,
  events: readonly CalendarEvent[],
  monday: DayNumber,
  phase: PhaseWindow,
): Float64Array {
  const effects = new Float64Array(model.category_count);
  const keys = model.event_keys.length;
  const from = Math.max(monday, phase.from_day);
  const days = overlap(monday, phase);
  for (const event of events) {
    const e = model.event_keys.indexOf(event.key);
    const inside = Math.max(0, Math.min(from + days, event.to_day) - Math.max(from, event.from_day)) / days;
    const more = inside - eventShare(monday, event);
    if (e < 0 || more === 0) continue;
    effects.forEach((effect, c) => {
      effects[c] = effect + more * (model.event_effect[c * keys + e] ?? 0);
    });
  }
  return effects;
}

function overlap(monday: DayNumber, phase: PhaseWindow): number {
  return Math.max(0, Math.min(monday + 7, phase.to_day) - Math.max(monday, phase.from_day));
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
  const shapeAt = (weeks: number, level: number) =>
    1 / (1 / cumulativeShape(model, item, weeks, level) + hiddenFrailty(model, item, level));
  set.dispersion[n] = shapeAt(horizon.length, own[levels >> 1] ?? 0);
  own.forEach((level, l) => {
    set.band_shape[n * levels + l] = shapeAt(horizon.worked, level);
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
    set.phase_p10[n * levels + l0] = negativeBinomialQuantile(band, mean, 0.1, stock);
    set.phase_p90[n * levels + l0] = negativeBinomialQuantile(band, mean, 0.9, stock);
    const middle = negativeBinomialQuantile(band, mean, 0.5, stock);
    set.phase_median[n * levels + l0] = leanMedian(lean, middle, sold);
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
