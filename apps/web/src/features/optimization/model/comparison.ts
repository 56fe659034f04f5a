import {
  formatCompactMoney,
  formatDelta,
  formatPercent,
  formatPoints,
  formatQuantity,
  MISSING,
} from '@palier/domain';
import type { PlanFigures, RunResult } from './results.ts';

export type ComparisonCell = { text: string; change: string; best: boolean };
export type ComparisonRow = { label: string; current: string; cells: ComparisonCell[] };

type Measure = {
  label: string;
  pick: (figures: PlanFigures) => number | null;
  text: (value: number | null) => string;
  change: (value: number | null) => string;
  /** Which is better; neither for a mean discount. */
  better: 'high' | 'low' | null;
};

function measures(currencies: { catalog: string; accounting: string }): Measure[] {
  const signed = (currency: string) => (value: number | null) => formatCompactMoney(value, currency, true);
  return [
    {
      label: 'CA prévu',
      pick: (figures) => figures.sales,
      text: (value) => formatCompactMoney(value, currencies.catalog),
      change: signed(currencies.catalog),
      better: 'high',
    },
    {
      label: 'Marge prévue',
      pick: (figures) => figures.profit,
      text: (value) => formatCompactMoney(value, currencies.accounting),
      change: signed(currencies.accounting),
      better: 'high',
    },
    {
      label: 'Ventes, pièces',
      pick: (figures) => figures.sales_qty,
      text: (value) => formatQuantity(value),
      change: (value) => formatDelta(value),
      better: 'high',
    },
    {
      label: 'Stock restant',
      pick: (figures) => figures.stock,
      text: (value) => formatQuantity(value),
      change: (value) => formatDelta(value),
      better: 'low',
    },
    {
      label: 'Taux moyen',
      pick: (figures) => figures.sales_discount_pct,
      text: (value) => formatPercent(value),
      change: (value) => formatPoints(value, 1),
      better: null,
    },
  ];
}

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
  const current = results[0]?.current;
  return measures(currencies).map(({ label, pick, text, change, better }) => {
    const values = results.map((result) => pick(result.plan));
    const reference = current ? pick(current) : null;
    const best = bestOf(values, better);
    return {
      label,
      current: text(reference),
      cells: values.map((value) => ({
        text: text(value),
        change: value === null || reference === null ? MISSING : change(value - reference),
        best: value !== null && value === best,
      })),
    };
  });
}
