import {
  formatCompactMoney,
  formatDelta,
  formatPercent,
  formatPoints,
  formatQuantity,
  MISSING,
} from '@palier/domain';
import type { RunResult } from './results.ts';

export interface ComparisonCell {
  text: string;
  change: string;
  best: boolean;
}
export interface ComparisonRow {
  label: string;
  current: string;
  cells: ComparisonCell[];
}

/** The figure that plans are judged on. */
export const MERIT_LABEL = 'Marge après invendus';

/** The plan's own figure, or the one at the present discounts. */
type Side = 'plan' | 'current';

interface Measure {
  label: string;
  pick: (result: RunResult, side: Side) => number | null;
  text: (value: number | null) => string;
  change: (value: number | null) => string;
  /** Which is better; neither for a mean discount. */
  better: 'high' | 'low' | null;
}

function measures(currencies: { catalog: string; accounting: string }): Measure[] {
  const signed = (currency: string) => (value: number | null) => formatCompactMoney(value, currency, true);
  return [
    {
      label: 'CA prévu',
      pick: (result, side) => result[side].sales,
      text: (value) => formatCompactMoney(value, currencies.catalog),
      change: signed(currencies.catalog),
      better: 'high',
    },
    {
      label: MERIT_LABEL,
      pick: (result, side) => result[side].profit_after_leftovers,
      text: (value) => formatCompactMoney(value, currencies.accounting),
      change: signed(currencies.accounting),
      better: 'high',
    },
    {
      label: 'Marge des ventes',
      pick: (result, side) => result[side].profit,
      text: (value) => formatCompactMoney(value, currencies.accounting),
      change: signed(currencies.accounting),
      better: 'high',
    },
    {
      label: 'Ventes, pièces',
      pick: (result, side) => result[side].sales_qty,
      text: (value) => formatQuantity(value),
      change: (value) => formatDelta(value),
      better: 'high',
    },
    {
      label: 'Stock restant',
      pick: (result, side) => result[side].stock,
      text: (value) => formatQuantity(value),
      change: (value) => formatDelta(value),
      better: 'low',
    },
    {
      label: 'Écoulement saison',
      pick: (result, side) => result[side].sell_through_pct,
      text: (value) => formatPercent(value),
      change: (value) => formatPoints(value, 1),
      better: 'high',
    },
    {
      label: 'Budget, démarque travaillée',
      pick: (result, side) => budgetOf(result, side).phase,
      text: (value) => formatCompactMoney(value, currencies.catalog),
      change: signed(currencies.catalog),
      better: null,
    },
    {
      label: 'Budget, toutes démarques',
      pick: (result, side) => budgetOf(result, side).all,
      text: (value) => formatCompactMoney(value, currencies.catalog),
      change: signed(currencies.catalog),
      better: null,
    },
    {
      label: 'Taux moyen',
      pick: (result, side) => result[side].sales_discount_pct,
      text: (value) => formatPercent(value),
      change: (value) => formatPoints(value, 1),
      better: null,
    },
  ];
}

const budgetOf = (result: RunResult, side: Side) => (side === 'plan' ? result.budget : result.currentBudget);

function bestOf(values: readonly (number | null)[], better: Measure['better']): number | null {
  const known = values.filter((value) => value !== null);
  if (better === null || known.length < 2) return null;
  return better === 'high' ? Math.max(...known) : Math.min(...known);
}

/** One row per figure: at the present discounts, then each result with its change and whether it is the best. */
export function comparisonRows(
  results: readonly RunResult[],
  currencies: { catalog: string; accounting: string },
): ComparisonRow[] {
  const [first] = results;
  return measures(currencies).flatMap(({ label, pick, text, change, better }) => {
    const values = results.map((result) => pick(result, 'plan'));
    const reference = first ? pick(first, 'current') : null;
    // Of several projects at once, or of an older run: an unknown line shows nothing.
    if (reference === null && values.every((value) => value === null)) return [];
    // A plan that breaks its rules is no example.
    const best = bestOf(
      values.map((value, n) => (results[n]?.infeasibility ? null : value)),
      better,
    );
    return {
      label,
      current: text(reference),
      cells: values.map((value, n) => ({
        text: text(value),
        change: value === null || reference === null ? MISSING : change(value - reference),
        best: value !== null && value === best && !results[n]?.infeasibility,
      })),
    };
  });
}
