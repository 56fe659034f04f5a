import type { BoostedTrees } from '../numeric/boosted-trees.ts';
import { CORRECTED_WEEKS, Corrector } from './correction.ts';
import { type Horizon, levelsOf } from './horizon.ts';
import { itemLevel, logMultiplier, weeklyMean } from './predict.ts';
import { LARGEST_ANSWER } from './residual.ts';
import type { CurveRequest, CurveSet, DemandModel } from './types.ts';

/** Trees that aim at the medians of a request, and whether they hold the answer to prices. */
export interface MedianAimer {
  corrector: Corrector;
  holds_answer: boolean;
}

/** What aims at the medians of a request; each counts as much as the others; none: nothing was learnt of them. */
export function medianAimers(model: DemandModel, request: CurveRequest): MedianAimer[] {
  const { residual } = model;
  const middle = residual?.middle;
  if (!residual || !middle) return [];
  const { trees, weight, holds_answer, beside } = middle;
  const aimerOf = (grown: BoostedTrees, holds: boolean): MedianAimer => ({
    corrector: new Corrector(model, residual, request, { informed: { trees: grown, weight }, blind: null }),
    holds_answer: holds,
  });
  return [aimerOf(trees, holds_answer), ...(beside ? [aimerOf(beside, true)] : [])];
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
  for (const aimer of aimers) {
    if (!aimer.corrector.aim(n, item, horizon.ahead, horizon.ahead)) continue;
    set.learnt_weight[n] = aimer.corrector.weight;
    addMedian(model, request, horizon, aimer, 1 / aimers.length, set, n, item);
  }
}

/** Adds the share that one of the aimers has in the medians of an item. */
function addMedian(
  model: DemandModel,
  request: CurveRequest,
  horizon: Horizon,
  { corrector, holds_answer }: MedianAimer,
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
  const liftOf = holds_answer ? unseenLift : logMultiplier;
  const most = holds_answer ? LARGEST_ANSWER : undefined;
  const lift = own.map((level) => base * Math.exp(liftOf(model, item, level)));
  const factor = new Float64Array(levels).fill(1);
  let seen = 0;
  for (let t = 0; t < horizon.weeks; t++) {
    const share = horizon.share[t] ?? 0;
    if (!(share > 0)) continue;
    const effect = (horizon.effects[category * horizon.weeks + t] ?? 0) + (horizon.part[t]?.[category] ?? 0);
    const demand = share * itemLevel(model, item, horizon.ahead + t, effect) * Math.exp(effect);
    if (seen++ < CORRECTED_WEEKS && corrector.aim(n, item, horizon.ahead + t, horizon.ahead))
      own.forEach((level, l) => {
        factor[l] = Math.exp(corrector.wholeAt(level, most));
      });
    for (let l = 0; l < levels; l++) {
      const at = n * levels + l;
      set.learnt_median[at] = (set.learnt_median[at] ?? 0) + demand * (lift[l] ?? 1) * (factor[l] ?? 1);
    }
  }
}

/** What the model's answer adds beyond the deepest discount that the category has seen, where trees say nothing more. */
function unseenLift(model: DemandModel, item: number, discount: number): number {
  const deepest = model.deepest_seen[model.category[item] ?? 0] ?? 0;
  return logMultiplier(model, item, discount) - logMultiplier(model, item, Math.min(deepest, discount));
}

function isMadeElsewhere({ third_party }: CurveRequest, set: CurveSet, n: number): boolean {
  const first = n * set.phase_count * set.level_count;
  return third_party !== null && !Number.isNaN(third_party.phase_mean[first] ?? Number.NaN);
}
