import { CORRECTED_WEEKS, Corrector } from './correction.ts';
import { type Horizon, levelsOf } from './horizon.ts';
import { itemLevel, logMultiplier, weeklyMean } from './predict.ts';
import { LARGEST_ANSWER } from './residual.ts';
import type { CurveRequest, CurveSet, DemandModel } from './types.ts';

/** What aims at the medians of a request; null: nothing was learnt of them. */
export function medianAimer(model: DemandModel, request: CurveRequest): Corrector | null {
  const { residual } = model;
  if (residual === null || residual.middle === null) return null;
  return new Corrector(model, residual, request, { informed: residual.middle, blind: null });
}

/**
 * Units of the worked phase by the trees that aim at the median, without stock; the sum of the medians of its weeks.
 * Left at nought, with no weight, where a forecast was made elsewhere or the others' discounts are not known.
 */
export function fillLearntMedian(
  model: DemandModel,
  request: CurveRequest,
  horizon: Horizon,
  aimer: Corrector,
  set: CurveSet,
  n: number,
  item: number,
): void {
  const { level_count: levels } = set;
  if (isMadeElsewhere(request, set, n) || !aimer.aim(n, item, horizon.ahead, horizon.ahead)) return;
  set.learnt_weight[n] = aimer.weight;
  const category = model.category[item] ?? 0;
  const breadth = request.breadth?.[n] ?? 1;
  const base = weeklyMean(model, item, 1, 0, { discount: 0, price_index: 1, availability: 1, breadth });
  const own = levelsOf(request, n);
  const holds_answer = model.residual?.middle?.holds_answer === true;
  const liftOf = holds_answer ? unseenLift : logMultiplier;
  const most = holds_answer ? LARGEST_ANSWER : undefined;
  const lift = own.map((level) => base * Math.exp(liftOf(model, item, level)));
  const factor = new Float64Array(levels).fill(1);
  let seen = 0;
  for (let t = 0; t < horizon.weeks; t++) {
    const part = horizon.share[t] ?? 0;
    if (!(part > 0)) continue;
    const effect = (horizon.effects[category * horizon.weeks + t] ?? 0) + (horizon.part[t]?.[category] ?? 0);
    const demand = part * itemLevel(model, item, horizon.ahead + t, effect) * Math.exp(effect);
    if (seen++ < CORRECTED_WEEKS && aimer.aim(n, item, horizon.ahead + t, horizon.ahead))
      own.forEach((level, l) => {
        factor[l] = Math.exp(aimer.wholeAt(level, most));
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
