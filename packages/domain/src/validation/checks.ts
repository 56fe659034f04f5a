import { formatCompactMoney, formatMoney } from '../format/money.ts';
import { formatQuantity } from '../format/number.ts';
import { formatPercent, formatPoints } from '../format/percent.ts';
import type { Loss } from '../loss/loss.ts';
import { lossSentence } from '../loss/loss-sentence.ts';
import { isObjectiveSet, type Objective, USUAL_TOLERANCE } from '../project/objective.ts';
import type { QueryTree } from '../query/tree.ts';
import type { DiscountShare } from '../stats/distribution.ts';
import type { ValidationCheck } from './check.ts';

/** Merit of what would be signed, against doing nothing: below it, or below zero, is a loss. */
export function meritCheck(loss: Loss, currency: string): ValidationCheck {
  const { profit_after_leftovers: merit, nothing_profit_after_leftovers: nothing } = loss;
  const warnings = loss.warnings.filter(({ kind }) => kind === 'below_nothing');
  const isLoss = warnings.length > 0 || merit <= -0.5;
  return {
    key: 'merit',
    state: isLoss ? 'loss' : 'ok',
    text: `Marge après invendus ${formatCompactMoney(merit, currency)}`,
    detail:
      lossSentence(warnings, currency) ||
      `${formatCompactMoney(merit - nothing, currency, true)} face à ne rien faire`,
    filter: null,
  };
}

/** Products that would be sold under their cost. */
export function belowCostCheck({ below_cost_count: count }: Pick<Loss, 'below_cost_count'>): ValidationCheck {
  return {
    key: 'below_cost',
    state: count === 0 ? 'ok' : 'attention',
    text:
      count === 0
        ? 'Aucun produit sous son coût'
        : `${formatQuantity(count)} ${count === 1 ? 'produit sous son coût' : 'produits sous leur coût'}`,
    detail: null,
    filter:
      count === 0
        ? null
        : { combinator: 'and', rules: [{ field: 'below_cost', operator: 'equals', value: true }] },
  };
}

/** The products that would be dearer than the label that was signed in the phase before. */
export const DEARER_PRODUCTS: QueryTree = {
  combinator: 'and',
  rules: [{ field: 'price_rise', operator: 'is_set' }],
};

/**
 * Products that would be dearer than the label that was signed in the phase before, named as in a sentence; the largest
 * rise is in the currency of prices, `excluded` those left out of the phase, which a listing may not show.
 */
export function priceRiseCheck(
  { count, excluded, largest }: { count: number; excluded: number; largest: number | null },
  before: string,
  currency: string,
): ValidationCheck {
  const than = `qu’à ${before}`;
  const several = count === 1 ? 'produit plus cher' : 'produits plus chers';
  return {
    key: 'price_rises',
    state: count === 0 ? 'ok' : 'attention',
    text: count === 0 ? `Aucun produit plus cher ${than}` : `${formatQuantity(count)} ${several} ${than}`,
    detail:
      [
        largest !== null && `jusqu’à ${formatMoney(largest, currency)} de plus sur l’étiquette`,
        excluded > 0 &&
          `dont ${formatQuantity(excluded)} ${excluded === 1 ? 'exclu, au prix reconduit' : 'exclus, au prix reconduit'}`,
      ]
        .filter(Boolean)
        .join(' ; ') || null,
    filter: count === 0 ? null : DEARER_PRODUCTS,
  };
}

/** Products whose discount changed since somebody reviewed it; nothing to say when there are none. */
export function changedCheck(count: number): ValidationCheck | null {
  if (count === 0) return null;
  return {
    key: 'changed_since_review',
    state: 'attention',
    text: `${formatQuantity(count)} ${count === 1 ? 'produit modifié depuis sa revue' : 'produits modifiés depuis leur revue'}`,
    detail: null,
    filter: {
      combinator: 'and',
      rules: [{ field: 'changed_since_review', operator: 'equals', value: true }],
    },
  };
}

/** Shares by discount: without one or at 0 are both « Pas de démarque ». */
function sharesReached(
  shares: readonly DiscountShare[],
  name: 'sum_stock_qty_pct' | 'discount_count_pct',
): Map<number, number> {
  const reached = new Map<number, number>();
  for (const share of shares) {
    const level = share.discount_pct ?? 0;
    reached.set(level, (reached.get(level) ?? 0) + (share[name] ?? 0));
  }
  return reached;
}

/** The distribution of the discounts against the objective; without an objective there is nothing to hold. */
export function distributionCheck(
  objective: Objective | null | undefined,
  shares: readonly DiscountShare[],
): ValidationCheck | null {
  const wanted = objective?.discount_pct_distribution;
  if (!objective || !wanted || !isObjectiveSet(objective)) return null;
  const { basis, tolerance_pct: tolerance = USUAL_TOLERANCE } =
    objective.discount_pct_distribution_params ?? {};
  // Shares of a stock that nobody counted are not known to be kept.
  if (basis === 'sum_stock_qty' && shares.some((share) => share.sum_stock_qty_pct === null)) return null;
  const reached = sharesReached(
    shares,
    basis === 'sum_stock_qty' ? 'sum_stock_qty_pct' : 'discount_count_pct',
  );
  const levels = [...new Set([...reached.keys(), ...Object.keys(wanted).map(Number)])];
  const gaps = levels.map((level) => ({
    level,
    gap: (reached.get(level) ?? 0) - (wanted[String(level)] ?? 0),
  }));
  const worst = gaps.reduce((most, one) => (Math.abs(one.gap) > Math.abs(most.gap) ? one : most), {
    level: 0,
    gap: 0,
  });
  const holds = Math.abs(worst.gap) <= tolerance;
  return {
    key: 'distribution',
    state: holds ? 'ok' : 'attention',
    text: holds ? 'Objectif de répartition tenu' : 'Objectif de répartition manqué',
    detail: `écart le plus fort ${formatPoints(worst.gap, 1)} à ${formatPercent(worst.level)}, tolérance ${formatPoints(tolerance, 1).replace('+', '')}`,
    filter: null,
  };
}
