import { priceEffect } from '../../packages/demo/src/world/demand.ts';
import type { Market, MarketItem } from './market.ts';
import { LEVELS, phaseCount, unitValue } from './market.ts';
import type { Policy, Present } from './policy.ts';

/** Probability left out of each distribution of demand. */
const NEGLIGIBLE = 1e-6;

/**
 * Knows everything of a product but its frailty, of which it knows the law Γ(k, k), and learns it by Bayes' rule from
 * what sells: maximises expected profit by dynamic programming on stock and belief, what the next phases will teach
 * included. Exact where customers are Poisson: nobody who must sell to learn can expect more.
 *
 * @param shape k, the shape of the frailty
 */
export function exactLearner(shape: number): Policy {
  return {
    key: 'exact_learner',
    label: 'Tout connu sauf la fragilité, apprise exactement',
    open: (market, residual_value) => (present) =>
      Float64Array.from(market.items, (item, index) => {
        const last = present.past.at(-1);
        const lowest = Math.max(0, LEVELS.indexOf(last?.discount[index] ?? 0));
        if ((present.stock[index] ?? 0) <= 0) return LEVELS[lowest] ?? 0;
        const level = bestLevel(beliefOf(market, item, present, index, residual_value, shape), lowest);
        return LEVELS[level] ?? 0;
      }),
  };
}

/** What is believed of a product before a phase: frailty Γ(units, exposure), then its prices and stock. */
interface Belief {
  units: number;
  exposure: number;
  /** Mean demand of a phase at each level for a frailty of 1, and what a unit earns there. */
  mean: readonly number[];
  worth: readonly number[];
  stock: number;
  phases: number;
}

function beliefOf(
  market: Market,
  item: MarketItem,
  present: Present,
  index: number,
  residual_value: number,
  shape: number,
): Belief {
  const mean = LEVELS.map((level) => item.truth.weekly_rate * priceEffect(item.truth, level, true));
  let [units, exposure] = [shape, shape];
  for (const result of present.past) {
    units += result.units[index] ?? 0;
    exposure += mean[LEVELS.indexOf(result.discount[index] ?? 0)] ?? 0;
  }
  return {
    units,
    exposure,
    mean,
    worth: LEVELS.map((level) => unitValue(item, level, residual_value)),
    stock: present.stock[index] ?? 0,
    phases: phaseCount(market) - present.phase,
  };
}

function bestLevel(belief: Belief, lowest: number): number {
  let choice = lowest;
  let best = Number.NEGATIVE_INFINITY;
  for (let level = LEVELS.length - 1; level >= lowest; level--) {
    const exposure = belief.exposure + (belief.mean[level] ?? 0);
    const later = valueFrom(belief, 1, level, exposure);
    const value = expectation(belief, level, belief.exposure, belief.stock, later);
    if (value < best) continue;
    best = value;
    choice = level;
  }
  return choice;
}

/** What i units left bring from a phase on, when prices stand at a level and `exposure` has been seen. */
function valueFrom(belief: Belief, phase: number, lowest: number, exposure: number): Float64Array {
  const value = new Float64Array(belief.stock + 1);
  if (phase === belief.phases) return value;
  value.fill(Number.NEGATIVE_INFINITY, 1);
  for (let level = lowest; level < LEVELS.length; level++) {
    const later = valueFrom(belief, phase + 1, level, exposure + (belief.mean[level] ?? 0));
    for (let left = 1; left <= belief.stock; left++)
      value[left] = Math.max(value[left] ?? 0, expectation(belief, level, exposure, left, later));
  }
  return value;
}

/** E[worth × sold + later(left − sold)]: demand is negative binomial under the belief that `left` units imply. */
function expectation(
  belief: Belief,
  level: number,
  exposure: number,
  left: number,
  later: Float64Array,
): number {
  const units = belief.units + belief.stock - left;
  const mean = belief.mean[level] ?? 0;
  const worth = belief.worth[level] ?? 0;
  const share = mean / (exposure + mean);
  const expected = (units * mean) / exposure;
  let probability = Math.exp(-units * Math.log1p(mean / exposure));
  let [sum, value] = [0, 0];
  for (let sold = 0; sold < left && (sum < 1 - NEGLIGIBLE || sold < expected); sold++) {
    value += probability * (worth * sold + (later[left - sold] ?? 0));
    sum += probability;
    probability *= (share * (units + sold)) / (sold + 1);
  }
  return value + Math.max(0, 1 - sum) * (worth * left);
}
