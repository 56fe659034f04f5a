import {
  type ColumnContext,
  type ColumnDefinition,
  clampColumnWidth,
  currencySymbol,
  fieldCurrency,
  findField,
  moveColumn,
  SECTION_LABELS,
  visibleColumns,
} from '@palier/domain';
import { plural } from '../../../lib/french.ts';
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
  avgSalesQty7d: '7 jours',
  avgSalesQty30d: '30 jours',
  storeThroughput: 'Par magasin',
  price: 'Prix',
  discountDistribution: 'Répartition',
  discountState: 'Historique, suite et bornes',
};

/** Second lines of headers that no unit says. */
const HINTS: Readonly<Record<string, string>> = {
  avgSalesQty7d: 'moy. sem.',
  avgSalesQty30d: 'moy. sem.',
  storeThroughput: 'par sem.',
};

const WINDOW = /^(?:sales|salesQty|salesDiscountPct)(\d+)([dw])$/;

/** A rolling window under its section, which says what is counted: « 7 jours », « Saison ». */
function windowLabel(id: string): string | undefined {
  if (/^seasonSales(?:Qty|DiscountPct)?$/.test(id)) return 'Saison';
  const [, length, unit] = WINDOW.exec(id) ?? [];
  if (!length) return undefined;
  return unit === 'd'
    ? `${length}\u202fjours`
    : `${length}\u202f${plural(Number(length), 'semaine', 'semaines')}`;
}

const FORECAST_END = ' (prévu)';

export interface Currencies {
  catalog_currency: string;
  accounting_currency: string;
}

/** The second line of a header: what a figure counts, said once for the whole column. */
function hintOf(column: ColumnDefinition, currencies: Currencies): string | undefined {
  const field = findField(column.fields[0] ?? '');
  if (HINTS[column.id] || !field) return HINTS[column.id];
  if (column.product_view === 'price' || column.product_view === 'prior_price')
    return `${currencySymbol(currencies.catalog_currency)} TTC`;
  const symbol = column.product_view === 'money' ? currencySymbol(fieldCurrency(field, currencies)) : null;
  if (column.label.endsWith(FORECAST_END)) return symbol ? `prévu, ${symbol}` : 'prévu';
  if (symbol) return symbol;
  if (column.product_view === 'coverage' || column.product_view === 'store_coverage') return 'semaines';
  return undefined;
}

function shortLabel({ id, label }: ColumnDefinition): string {
  return SHORT_LABELS[id] ?? windowLabel(id) ?? label.replace(FORECAST_END, '');
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
    label: options.label ?? shortLabel(column),
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
  /** Header of what the edits give: the days it is of, those asked for and those to the project's end. */
  days?: { chosen: string; end: string };
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
  const effect = visible.effect.map((column) => effectColumn(draw('right')(column), request));
  return [
    ...visible.fixed.map(draw('left')),
    ...visible.scrolling.map((column) => asHistory(draw()(column), column)),
    ...effect,
    ...visible.pinned.map(draw('right')),
  ];
}

/** Beside the discounts being edited, the discount's state scrolls as its history, under a heading of its own. */
function asHistory(drawn: GridColumn, { read_only }: ColumnDefinition): GridColumn {
  return read_only
    ? { ...drawn, section: 'history', section_label: 'Historique', label: 'Passé, suite et bornes' }
    : drawn;
}

/** Figures of the effect are narrow: labels are cut where they may be, the tooltip has them whole. */
const EFFECT_LABELS: Readonly<Record<string, string>> = {
  forecastProfitAfterLeftovers: 'Marge ap. inv.',
  forecastStock: 'Stock restant',
  phaseForecastStock: 'Stock restant',
};
const EFFECT_WIDTH = 80;
const MERIT_WIDTH = 104;

/** A forecast as it stands beside the edited discount, all under one heading that says its days. */
function effectColumn(column: GridColumn, { widths, context, days }: ColumnRequest): GridColumn {
  const isMerit = column.id === 'forecastProfitAfterLeftovers';
  const toEnd = context.horizon === 'phase' && isMerit;
  return {
    ...column,
    section: 'effect',
    section_label: days ? `Prévision ${days.chosen}` : 'Prévision',
    label: EFFECT_LABELS[column.id] ?? column.label,
    hint: toEnd && days ? days.end : column.hint,
    width: widths[column.id] ?? (isMerit ? MERIT_WIDTH : EFFECT_WIDTH),
    locked: true,
  };
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
