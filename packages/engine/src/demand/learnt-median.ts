import { CORRECTED_WEEKS, Corrector } from './correction.ts';
import { type Horizon, levelsOf } from './horizon.ts';
import { largestScore, type MedianTrees } from './median-trees.ts';
import { itemLevel, logMultiplier, weeklyMean } from './predict.ts';
import { risen } from './rising.ts';
import type { CurveRequest, CurveSet, DemandModel } from './types.ts';

/** Trees that aim at the medians of a request, whether they hold the answer to prices, and whether they may fall. */
export interface MedianAimer extends Omit<MedianTrees, 'trees'> {
  corrector: Corrector;
}

/** What aims at the medians of a request; none: nothing was learnt of them. */
export function medianAimers(model: DemandModel, request: CurveRequest): MedianAimer[] {
  const { residual } = model;
  const middle = residual?.middle;
  if (!residual || !middle) return [];
  const { trees, weight, holds_answer, beside, unheld = false } = middle;
  const beside_weight = beside ? (middle.beside_weight ?? weight / 2) : 0;
  const own_weight = beside && middle.beside_weight === undefined ? weight / 2 : weight;
  const aimerOf = (grown: typeof trees, holds: boolean, part: number): MedianAimer => ({
    corrector: new Corrector(model, residual, request, {
      informed: { trees: grown, weight: part },
      blind: null,
    }),
    holds_answer: holds,
    unheld,
  });
  const first = aimerOf(trees, holds_answer, own_weight);
  return beside ? [first, aimerOf(beside, true, beside_weight)] : [first];
}

/**
 * Units of the worked phase by the trees that aim at the median, without stock; the sum of the medians of its weeks.
 * Left at nought, with no weight, where a forecast was made elsewhere or the others' discounts are not known.
 */
export function fillLearntMedian(
  model: DemandModel,
  request: CurveRequest,
  horizon: Horizon,
  aimers: readonly MedianAimer[],
  set: CurveSet,
  n: number,
  item: number,
): void {
  if (isMadeElsewhere(request, set, n)) return;
  const aimed = aimers.filter(({ corrector }) => corrector.aim(n, item, horizon.ahead, horizon.ahead));
  const parts = aimed.map(({ corrector }) => corrector.weight);
  const weight = parts.reduce((sum, part) => sum + part, 0);
  set.learnt_weight[n] = weight;
  aimed.forEach((aimer, k) => {
    addMedian(model, request, horizon, aimer, (parts[k] ?? 0) / weight, set, n, item);
  });
}

/** Adds the share that one of the aimers has in the medians of an item. */
function addMedian(
  model: DemandModel,
  request: CurveRequest,
  horizon: Horizon,
  aimer: MedianAimer,
  part: number,
  set: CurveSet,
  n: number,
  item: number,
): void {
  const { level_count: levels } = set;
  const category = model.category[item] ?? 0;
  const breadth = request.breadth?.[n] ?? 1;
  const base =
    part * weeklyMean(model, item, 1, 0, { discount: 0, price_index: 1, availability: 1, breadth });
  const own = levelsOf(request, n);
  const lift = own.map((level) => modelAnswer(model, aimer, item, level));
  let factor = lift.map((log) => base * Math.exp(log));
  let seen = 0;
  for (let t = 0; t < horizon.weeks; t++) {
    const share = horizon.share[t] ?? 0;
    if (!(share > 0)) continue;
    const effect = (horizon.effects[category * horizon.weeks + t] ?? 0) + (horizon.part[t]?.[category] ?? 0);
    const demand = share * itemLevel(model, item, horizon.ahead + t, effect) * Math.exp(effect);
    if (seen++ < CORRECTED_WEEKS && aimer.corrector.aim(n, item, horizon.ahead + t, horizon.ahead))
      factor = answers(model, aimer, item, own, lift).map((log) => base * Math.exp(log));
    for (let l = 0; l < levels; l++) {
      const at = n * levels + l;
      set.learnt_median[at] = (set.learnt_median[at] ?? 0) + demand * (factor[l] ?? 0);
    }
  }
}

/**
 * Logarithm of what an aimer makes of a week at each level, over the week at full price: it never falls with the discount.
 *
 * @param lift the model's answer at these levels
 */
function answers(
  model: DemandModel,
  { corrector, ...kind }: MedianAimer,
  item: number,
  levels: Float64Array,
  lift: Float64Array,
): Float64Array {
  const most = largestScore(kind.holds_answer);
  if (kind.unheld)
    return risen(levels, (level) => modelAnswer(model, kind, item, level) + corrector.wholeAt(level, most));
  return levels.map((level, l) => (lift[l] ?? 0) + corrector.wholeAt(level, most));
}

/** Logarithm of the model's own answer; trees that hold it leave it what lies beyond the deepest discount that the category has seen. */
function modelAnswer(
  model: DemandModel,
  { holds_answer }: Pick<MedianAimer, 'holds_answer'>,
  item: number,
  discount: number,
): number {
  const whole = logMultiplier(model, item, discount);
  if (!holds_answer) return whole;
  const deepest = model.deepest_seen[model.category[item] ?? 0] ?? 0;
  return whole - logMultiplier(model, item, Math.min(deepest, discount));
}

function isMadeElsewhere({ third_party }: CurveRequest, set: CurveSet, n: number): boolean {
  const first = n * set.phase_count * set.level_count;
  return third_party !== null && !Number.isNaN(third_party.phase_mean[first] ?? Number.NaN);
}
