import type { Market, MarketItem } from './market.ts';
import { effectAt, LEVELS, phaseCount, unitValue } from './market.ts';
import type { Policy, Present } from './policy.ts';

/** Probability left out of each distribution of demand. */
const NEGLIGIBLE = 1e-9;

/**
 * Knows the law of every product's demand (own elasticity, frailty, calendar, size of the noise), and not its
 * draws: maximises expected profit by dynamic programming on phase, level and stock, again before each phase.
 * What a perfect forecast would earn: the reference of the shares.
 */
export const KNOWN_LAW: Policy = {
  key: 'known_law',
  label: 'Loi de la demande connue (élasticités, niveaux)',
  open: (market, residual_value) => (present) =>
    Float64Array.from(market.items, (item, index) => {
      const last = present.past.at(-1);
      const lowest = Math.max(0, LEVELS.indexOf(last?.discount[index] ?? 0));
      const level = bestLevel(market, item, present, index, lowest, residual_value);
      return LEVELS[level] ?? 0;
    }),
};

/** Mean demand that finds a full shelf: phase p (counted from `from`), level l at `p * levels + l`. */
export function lawOf(market: Market, item: MarketItem, from: number): Float64Array {
  const phases = phaseCount(market) - from;
  return Float64Array.from({ length: phases * LEVELS.length }, (_, at) => {
    const phase = from + Math.floor(at / LEVELS.length);
    return (item.law[phase] ?? 0) * effectAt(market, item, phase, LEVELS[at % LEVELS.length] ?? 0);
  });
}

function bestLevel(
  market: Market,
  item: MarketItem,
  present: Present,
  index: number,
  lowest: number,
  residual_value: number,
): number {
  const stock = present.stock[index] ?? 0;
  if (stock <= 0) return lowest;
  const law = lawOf(market, item, present.phase);
  const noise = item.truth.dispersion;
  const levels = LEVELS.length;
  // later[l][i]: what i units left bring from the next phase on, when the price stands at level l.
  let later = Array.from({ length: levels }, () => new Float64Array(stock + 1));
  let choice = lowest;
  for (let phase = phaseCount(market) - present.phase - 1; phase >= 0; phase--) {
    const now = Array.from({ length: levels }, () => new Float64Array(stock + 1));
    for (let left = phase === 0 ? stock : 0; left <= stock; left++) {
      const found = (present.in_stock[index] ?? 1) * (left / stock) ** market.depletion;
      let best = Number.NEGATIVE_INFINITY;
      for (let level = levels - 1; level >= lowest; level--) {
        const worth = unitValue(item, LEVELS[level] ?? 0, residual_value);
        const mean = (law[phase * levels + level] ?? 0) * found;
        const value = expectation(noise, mean, left, worth, later[level] as Float64Array);
        if (value >= best) {
          best = value;
          if (phase === 0) choice = level;
        }
        (now[level] as Float64Array)[left] = best;
      }
    }
    later = now;
  }
  return choice;
}

/** E[worth × sold + later(stock − sold)] with sold = min(D, stock), D negative binomial of 1/r = noise. */
function expectation(noise: number, mean: number, stock: number, worth: number, later: Float64Array): number {
  if (mean <= 0 || stock === 0) return later[stock] ?? 0;
  const poisson = noise < 1e-6;
  const shape = 1 / noise;
  let probability = poisson ? Math.exp(-mean) : Math.exp(-shape * Math.log1p(mean * noise));
  let sum = 0;
  let value = 0;
  for (let sold = 0; sold < stock && (sum < 1 - NEGLIGIBLE || sold < mean); sold++) {
    value += probability * (worth * sold + (later[stock - sold] ?? 0));
    sum += probability;
    probability *= poisson ? mean / (sold + 1) : ((mean / (shape + mean)) * (shape + sold)) / (sold + 1);
  }
  return value + Math.max(0, 1 - sum) * (worth * stock + (later[0] ?? 0));
}
