import {
  type ColumnContext,
  type ColumnDefinition,
  clampColumnWidth,
  currencySymbol,
  fieldCurrency,
  findField,
  SECTION_LABELS,
  visibleColumns,
} from '@palier/domain';
import { moveColumn } from '../../../ui/grid/layout.ts';
import type { GridColumn } from '../../../ui/grid/types.ts';

const LEFT_VIEWS: ReadonlySet<ColumnDefinition['product_view']> = new Set([
  'product',
  'image',
  'tags',
  'stock_distribution',
  'sparkline',
  'cumulative_sparkline',
  'discount_distribution',
  'discount_state',
  'goal',
]);

/** Labels under their section's: what the section already says is not said again. The full one is the tooltip's. */
const SHORT_LABELS: Readonly<Record<string, string>> = {
  product: 'Nom, code, étiquettes',
  stockTotal: 'Total',
  stockDistribution: 'Répartition',
  stockCostValue: 'Au coût',
  stockRetailValue: 'Au prix de vente',
  coverageScore: 'Totale',
  coverageStoreScore: 'Magasins',
  salesHistory: 'Par jour, 90 jours',
  salesHistoryCumulative: 'Cumul, 90 jours',
  avgSalesQty7d: 'Moy. sem., 7 jours',
  avgSalesQty30d: 'Moy. sem., 30 jours',
  price: 'Prix',
  discountDistribution: 'Répartition',
  discountState: 'Historique, suite et bornes',
};

export interface Currencies {
  catalog_currency: string;
  accounting_currency: string;
}

/** The second line of a header: what a figure counts, said once for the whole column. */
function hintOf(column: ColumnDefinition, currencies: Currencies): string | undefined {
  const field = findField(column.fields[0] ?? '');
  if (!field) return undefined;
  if (column.product_view === 'price') return `${currencySymbol(currencies.catalog_currency)} TTC`;
  if (column.product_view === 'money') return currencySymbol(fieldCurrency(field, currencies));
  if (column.product_view === 'coverage' || column.product_view === 'store_coverage') return 'semaines';
  return undefined;
}

/** A column of the catalogue as the grid draws it. */
export function toGridColumn(
  column: ColumnDefinition,
  options: {
    pinned?: 'left' | 'right';
    width?: number;
    currencies: Currencies;
    label?: string;
    hint?: string;
  },
): GridColumn {
  return {
    id: column.id,
    label: options.label ?? SHORT_LABELS[column.id] ?? column.label,
    hint: options.hint ?? hintOf(column, options.currencies),
    section: column.section,
    section_label: SECTION_LABELS[column.section],
    width: clampColumnWidth(options.width ?? column.width),
    pinned: options.pinned,
    align: LEFT_VIEWS.has(column.product_view) ? 'left' : 'right',
    sort_field: column.sort_field ?? undefined,
    tooltip: column.tooltip ? `${column.label} : ${column.tooltip}` : column.label,
    locked: column.read_only || column.fixed,
  };
}

export interface ColumnRequest {
  columns: readonly string[];
  widths: Readonly<Record<string, number>>;
  context: ColumnContext;
  currencies: Currencies;
  /** Header of the edited discount: the worked phase and its dates. */
  phase: { label: string; dates: string } | null;
}

/** The columns of a view, left to right: fixed ones, those that scroll, the discount at the right. */
export function gridColumns(request: ColumnRequest): GridColumn[] {
  const { columns, widths, context, currencies, phase } = request;
  const visible = visibleColumns(columns, context);
  const draw = (pinned?: 'left' | 'right') => (column: ColumnDefinition) =>
    toGridColumn(column, {
      pinned,
      width: widths[column.id],
      currencies,
      ...(column.id === 'editionDiscount' && phase ? { label: phase.label, hint: phase.dates } : {}),
    });
  return [
    ...visible.fixed.map(draw('left')),
    ...visible.scrolling.map(draw()),
    ...visible.pinned.map(draw('right')),
  ];
}

/** The view's columns once one is dragged before another. */
export function reorderColumns(columns: readonly string[], moved: string, before: string | null): string[] {
  return moveColumn(columns, moved, before !== null && columns.includes(before) ? before : null);
}

/** The sort after a click on a header: descending first for figures, then ascending, then none. */
export function nextSort(
  sort: { field: string; order: 'asc' | 'desc' } | null,
  field: string,
): { field: string; order: 'asc' | 'desc' } | null {
  const text = findField(field)?.type === 'string' || findField(field)?.type === 'date';
  const first = text ? 'asc' : 'desc';
  if (sort?.field !== field) return { field, order: first };
  return sort.order === first ? { field, order: first === 'asc' ? 'desc' : 'asc' } : null;
}
