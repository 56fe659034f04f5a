import type { PlanComparison } from '@palier/contract';
import {
  formatAlignedPercent,
  formatCompactMoney,
  formatDelta,
  formatPercent,
  formatPoints,
  formatQuantity,
  type Horizon,
  MISSING,
  meanDiscountPct,
} from '@palier/domain';
import { whyNoLastYear } from '../../../lib/last-year.ts';

/** The figure that plans are judged on. */
export const MERIT_LABEL = 'Marge après invendus';

export interface ComparisonCell {
  text: string;
  /** Against the plan in force. */
  change: string;
  best: boolean;
}

/** One figure of every plan, over one horizon. */
export interface ComparisonRow {
  label: string;
  /** What the figure counts, under its name. */
  note: string | null;
  nothing: string;
  lastYear: string;
  /** Why it is not known. */
  noPast: string | null;
  current: string;
  cells: ComparisonCell[];
  /** The best of this figure alone; null where there is no best. */
  best: string | null;
}

export interface Currencies {
  catalog: string;
  accounting: string;
}

type Figures = PlanComparison['nothing'][Horizon];
type Name = keyof Figures;

interface Measure {
  name: Name;
  label: string;
  note?: string;
  text: (value: number | null) => string;
  change: (value: number | null) => string;
  /** Which is better; neither for what discounts cost and their mean. */
  better: 'high' | 'low' | null;
}

function measures({ catalog, accounting }: Currencies, leftoverNote: string): Measure[] {
  const money = (currency: string) => ({
    text: (value: number | null) => formatCompactMoney(value, currency),
    change: (value: number | null) => formatCompactMoney(value, currency, true),
  });
  const pieces = {
    text: (value: number | null) => formatQuantity(value),
    change: (value: number | null) => formatDelta(value),
  };
  const points = {
    text: (value: number | null) => formatAlignedPercent(value),
    change: (value: number | null) => formatPoints(value, 1),
  };
  return [
    { name: 'sales', label: 'CA', ...money(catalog), better: 'high' },
    {
      name: 'profit_after_leftovers',
      label: MERIT_LABEL,
      note: leftoverNote,
      ...money(accounting),
      better: 'high',
    },
    {
      name: 'profit',
      label: 'Marge',
      note: 'sur les pièces vendues',
      ...money(accounting),
      better: 'high',
    },
    { name: 'sales_qty', label: 'Ventes, pièces', ...pieces, better: 'high' },
    { name: 'stock', label: 'Stock restant', ...pieces, better: 'low' },
    { name: 'sell_through_pct', label: 'Écoulement saison', ...points, better: 'high' },
    { name: 'discount_budget', label: 'Budget de démarque', ...money(catalog), better: null },
    { name: 'sales_discount_pct', label: 'Taux moyen', ...points, better: null },
  ];
}

/** « jusqu’au 21 juil., invendus à 34 % de leur coût »: what « marge après invendus » counts. */
export function leftoverNote(until: string, meanResidualValue: number | null): string {
  if (meanResidualValue === null) return until;
  return [until, `invendus à ${formatPercent(100 * meanResidualValue, 0)} de leur coût`]
    .filter((part) => part !== '')
    .join(', ');
}

export interface RowOptions {
  horizon: Horizon;
  currencies: Currencies;
  /** « jusqu’au … »: the end that « marge après invendus » always goes to. */
  until: string;
  /** Runs that break their rules are no example. */
  impossible: readonly string[];
}

/** Last year's figures, with the mean discount that follows from them; what is made of leftovers is not known. */
function pastFigures(past: PlanComparison['last_year'][Horizon]): Partial<Record<Name, number | null>> {
  if (!past) return {};
  const { sales, discount_budget } = past;
  if (sales === null || discount_budget === null) return past;
  return { ...past, sales_discount_pct: meanDiscountPct(sales, sales + discount_budget) };
}

/** One row a figure: doing nothing, last year, the plan in force, each run with its change, and the best possible. */
export function comparisonRows(comparison: PlanComparison, options: RowOptions): ComparisonRow[] {
  const { horizon, currencies, until, impossible } = options;
  const { nothing, last_year, last_year_days, current, runs, best, mean_residual_value } = comparison;
  const past = pastFigures(last_year[horizon]);
  const most: Partial<Record<Name, number | null>> = best[horizon];
  return measures(currencies, leftoverNote(until, mean_residual_value)).map((measure) => {
    const { name, label, note = null, text, change, better } = measure;
    const reference = current[horizon][name];
    const values = runs.map(({ plan }) => plan[horizon][name]);
    const sound = values.filter((_, n) => !impossible.includes(runs[n]?._id ?? ''));
    const top = bestOf(sound, better);
    return {
      label,
      note,
      nothing: text(nothing[horizon][name]),
      lastYear: text(past[name] ?? null),
      noPast: past[name] === undefined ? whyNoLastYear(last_year_days[horizon].unknown, true) : null,
      current: text(reference),
      cells: values.map((value, n) => ({
        text: text(value),
        change: value === null || reference === null ? MISSING : change(value - reference),
        best: value !== null && value === top && !impossible.includes(runs[n]?._id ?? ''),
      })),
      best: better !== null ? text(most[name] ?? null) : null,
    };
  });
}

function bestOf(values: readonly (number | null)[], better: Measure['better']): number | null {
  const known = values.filter((value) => value !== null);
  if (better === null || known.length < 2) return null;
  return better === 'high' ? Math.max(...known) : Math.min(...known);
}

/** What a plan changes against another; null where either is not known. */
export const changeOf = (from: number | null, to: number | null): number | null =>
  from === null || to === null ? null : to - from;

/** What a choice changes, over one horizon. */
export interface Change {
  sales: number;
  profit_after_leftovers: number;
  discount_budget: number;
}

/** What sending a run changes against the plan in force, with what each line chosen otherwise changes in its turn; null where it is not known. */
export function sendingChange(
  comparison: PlanComparison,
  runId: string,
  horizon: Horizon,
  choices: readonly Record<Horizon, Change>[],
): Record<keyof Change, number | null> | null {
  const run = comparison.runs.find(({ _id }) => _id === runId);
  if (!run) return null;
  const over = (name: keyof Change): number | null => {
    const own = changeOf(comparison.current[horizon][name], run.sent[horizon][name]);
    return own === null ? null : choices.reduce((sum, choice) => sum + choice[horizon][name], own);
  };
  return {
    sales: over('sales'),
    profit_after_leftovers: over('profit_after_leftovers'),
    discount_budget: over('discount_budget'),
  };
}
