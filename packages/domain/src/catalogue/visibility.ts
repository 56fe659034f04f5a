import type { CoverageStatistic } from '../coverage/score.ts';
import type { Horizon } from '../project/horizon.ts';
import { hasStarted, type ProjectCalendar } from '../project/phase.ts';
import type { ColumnDefinition } from './column.ts';
import { COLUMNS, findColumn } from './columns.ts';
import { inSections } from './order.ts';

export const EDITION_MODES = ['none', 'inclusion', 'discount', 'namedView'] as const;
export type EditionMode = (typeof EDITION_MODES)[number];

/** What decides the columns that may be shown. */
export interface ColumnContext {
  project: ProjectCalendar & { has_optimizations?: boolean; use_third_party_forecast?: boolean };
  /** YYYY-MM-DD, from the caller's clock. */
  today: string;
  edition_mode?: EditionMode;
  /** Which statistic of the coverage of shops the view shows, and sorts by. */
  coverage_stat?: CoverageStatistic;
  /** The days that forecasts beside the edited discounts are of. */
  horizon?: Horizon;
  /** Fields withheld by the settings: a column sorted or fed first by one of them is withheld too. */
  unavailable_fields?: readonly string[];
}

/** Optimisation columns need a started project that has optimisations. */
export function showsOptimizationColumns(context: ColumnContext): boolean {
  return hasStarted(context.project, context.today) && context.project.has_optimizations === true;
}

/** Whether a column may be shown for a project in an edition mode. */
export function isColumnAvailable(column: ColumnDefinition, context: ColumnContext): boolean {
  if (column.optimization_only && !showsOptimizationColumns(context)) return false;
  if (column.id === 'salesBoost' && context.project.use_third_party_forecast === false) return false;
  if (column.edition && column.edition !== (context.edition_mode ?? 'none')) return false;
  const first = column.fields[0];
  return first === undefined || column.read_only === true || !context.unavailable_fields?.includes(first);
}

/** The columns that the column chooser offers: available ones that the app does not manage itself. */
export function choosableColumns(context: ColumnContext): ColumnDefinition[] {
  return COLUMNS.filter((column) => !column.read_only && isColumnAvailable(column, context));
}

/** The column as a view shows it: shops' coverage sorts by the statistic shown. */
function sortedByStatistic(
  column: ColumnDefinition,
  statistic: CoverageStatistic | undefined,
): ColumnDefinition {
  const field = statistic && column.sort_field?.replace(/^(stock_coverage\.stores_)q\d_/, `$1${statistic}_`);
  return field && field !== column.sort_field ? { ...column, sort_field: field } : column;
}

/** The columns of the listing, left to right. */
export interface VisibleColumns {
  /** Stay at the left, in the order of the product columns. */
  fixed: ColumnDefinition[];
  /** Scroll, in the view's order, those of a section together. */
  scrolling: ColumnDefinition[];
  /** What the plan gives, beside the discounts being edited: they stay at the right, before those. */
  effect: ColumnDefinition[];
  /** Stay at the right: discount state and the edition columns. */
  pinned: ColumnDefinition[];
}

const EFFECT_COLUMNS: Readonly<Record<Horizon, readonly string[]>> = {
  phase: [
    'phaseForecastSalesQty',
    'phaseForecastSales',
    'forecastProfitAfterLeftovers',
    'phaseForecastStock',
  ],
  end: ['forecastSalesQty', 'forecastSales', 'forecastProfitAfterLeftovers', 'forecastStock'],
};

/** The columns of the effect of edits, over the days that the figures are of. */
export function effectColumns({ edition_mode, horizon = 'end' }: ColumnContext): ColumnDefinition[] {
  return edition_mode === 'discount' ? EFFECT_COLUMNS[horizon].flatMap((id) => findColumn(id) ?? []) : [];
}

/**
 * Resolves a view's column ids into what the listing shows. Read-only columns are always there; unknown,
 * unavailable and repeated ids are left out.
 */
export function visibleColumns(columnIds: readonly string[], context: ColumnContext): VisibleColumns {
  const chosen = new Set(columnIds);
  const visibleOf = (columns: readonly ColumnDefinition[]): ColumnDefinition[] =>
    columns
      .filter((column) => isColumnAvailable(column, context))
      .map((column) => sortedByStatistic(column, context.coverage_stat));
  const fixed = COLUMNS.filter((column) => column.fixed && (column.read_only || chosen.has(column.id)));
  const pinned = COLUMNS.filter((column) => !column.fixed && column.read_only);
  const effect = visibleOf(effectColumns(context));
  const scrolling = [...chosen].flatMap((id) => {
    const column = findColumn(id);
    return column && !column.fixed && !column.read_only && !effect.includes(column) ? [column] : [];
  });
  // Beside the effect, the discount's history scrolls with the others: what is typed and what it gives stay in sight.
  const past = effect.length > 0 ? visibleOf(pinned.filter(({ edition }) => !edition)) : [];
  return {
    fixed: visibleOf(fixed),
    scrolling: [...inSections(visibleOf(scrolling)), ...past],
    effect,
    pinned: visibleOf(pinned).filter((column) => !past.includes(column)),
  };
}
