import { EIGHT_IN_TEN } from './acceleration.ts';
import { unitValueAfterLeftovers } from './gap.ts';

/** A discount signed against the one that was recommended, with what the demand model said of both that day. */
export interface AgainstDecision {
  /** Points. */
  discount_pct: number;
  recommended_pct: number;
  /** Units asked for at the recommended discount over those at the decided one; null when the model says none. */
  effect: number | null;
  /** Standard deviation of its logarithm. */
  effect_sd: number;
  /** Units that could be sold from the start of the phase on. */
  stock_qty: number;
}

/** What a line was and sold: in the phase of the decision, then in each later phase that is past. */
export interface ValuedLine {
  base_price: number | null;
  cost: number | null;
  residual_value: number;
  qty: number;
  later: readonly { discount_pct: number; qty: number }[];
}

/** Margin after leftovers of a decision less that of the recommendation: an estimate, and where it holds eight times in ten. */
export interface AgainstValue {
  value: number;
  low: number;
  high: number;
}

/**
 * What deciding otherwise than recommended brought: the margin after leftovers of what was sold at the prices decided, less
 * that of what would have been at the recommended one. The model says how many times more or less would have been asked
 * for; what was sold says at which level. Later phases are as they were decided, never above the recommended price, within
 * the stock that is left. A unit left unsold keeps its residual value.
 *
 * @returns null when the price, the cost or the effect of the discount is not known
 */
export function valueAgainst(line: ValuedLine, decision: AgainstDecision): AgainstValue | null {
  const { effect, effect_sd, discount_pct, recommended_pct } = decision;
  const { base_price, cost, residual_value } = line;
  if (effect === null || effect <= 0 || base_price === null || cost === null) return null;
  if (Math.max(discount_pct, recommended_pct) >= 100) return null;
  const unitValue = (pct: number) =>
    unitValueAfterLeftovers({ base_price, cost, residual_value, discount_pct: pct });
  const real =
    unitValue(discount_pct) * Math.max(0, line.qty) +
    line.later.reduce((sum, one) => sum + unitValue(one.discount_pct) * Math.max(0, one.qty), 0);
  const value = (shift: number): number =>
    real - recommendedValue(line, { ...decision, effect: effect * Math.exp(shift * effect_sd) }, unitValue);
  const [middle, ...sides] = [value(0), value(-EIGHT_IN_TEN), value(EIGHT_IN_TEN)];
  return { value: middle, low: Math.min(middle, ...sides), high: Math.max(middle, ...sides) };
}

function recommendedValue(
  { qty, later }: ValuedLine,
  { discount_pct, recommended_pct, effect, stock_qty }: AgainstDecision & { effect: number },
  unitValue: (pct: number) => number,
): number {
  const kept = (pct: number): number => Math.log(1 - pct / 100);
  const slope = Math.log(effect) / (kept(recommended_pct) - kept(discount_pct));
  let left = Math.max(
    stock_qty,
    [{ qty }, ...later].reduce((sum, one) => sum + Math.max(0, one.qty), 0),
  );
  let value = 0;
  const sell = (units: number, pct: number): void => {
    const sold = Math.min(left, Math.max(0, units));
    left -= sold;
    value += unitValue(pct) * sold;
  };
  sell(qty * effect, recommended_pct);
  for (const phase of later) {
    const pct = Math.max(phase.discount_pct, recommended_pct);
    const change = pct === phase.discount_pct ? 1 : Math.exp(slope * (kept(pct) - kept(phase.discount_pct)));
    sell(phase.qty * change, pct);
  }
  return value;
}

/** How a discount came to differ from the recommended one. */
export const AGAINST_ORIGINS = ['hand', 'rule', 'left_out'] as const;
export type AgainstOrigin = (typeof AGAINST_ORIGINS)[number];
/** What screens say where nobody gave a reason. */
export const AGAINST_LABELS: Readonly<Record<AgainstOrigin, string>> = {
  hand: 'Choisie à la main, sans raison donnée',
  rule: 'Donnée par les règles',
  left_out: 'Produit exclu, sans raison donnée',
};
