import { type CellView, type ColumnDefinition, defineColumn } from './column.ts';
import type { SectionId } from './section.ts';
import { ROLLING_WINDOWS, type SalesMeasure, type SalesWindow, SEASON_WINDOW } from './windows.ts';

/** What the cells draw after the last day of sales: the days before the worked phase, the phase, the rest. */
const FORECAST_AHEAD = ['upcoming_sales_qty', 'phase_forecast.sales_qty', 'forecast.sales_qty'] as const;

const GENERAL_SALES_COLUMNS: readonly ColumnDefinition[] = [
  defineColumn({
    id: 'salesHistory',
    section: 'sales',
    label: 'Historique des ventes',
    width: 160,
    sort_field: 'sales_qty_last_90_days',
    tooltip:
      'Unités vendues par jour sur les 90 derniers jours, puis prévues à la démarque choisie (en moyenne par phase, en pointillé).',
    product_view: 'sparkline',
    fields: ['daily_sales_qty_history', ...FORECAST_AHEAD],
  }),
  defineColumn({
    id: 'salesHistoryCumulative',
    section: 'sales',
    label: 'Historique cumulé',
    width: 160,
    sort_field: 'sales_qty_last_90_days',
    tooltip:
      'Unités vendues cumulées sur les 90 derniers jours, puis prévues à la démarque choisie (en pointillé).',
    product_view: 'cumulative_sparkline',
    fields: ['daily_sales_qty_history', ...FORECAST_AHEAD],
  }),
  defineColumn({
    id: 'avgSalesQty7d',
    section: 'sales',
    label: 'Ventes hebdo moy., 7 j',
    width: 112,
    tooltip: 'Unités vendues par semaine sur les 7 derniers jours.',
    product_view: 'number',
    fields: ['weekly_sales_qty_last_7_days'],
  }),
  defineColumn({
    id: 'avgSalesQty30d',
    section: 'sales',
    label: 'Ventes hebdo moy., 30 j',
    width: 112,
    tooltip: 'Unités vendues par semaine en moyenne sur les 30 derniers jours.',
    product_view: 'number',
    fields: ['weekly_sales_qty_last_30_days'],
  }),
  defineColumn({
    id: 'storeThroughput',
    section: 'sales',
    label: 'Débit par magasin',
    width: 112,
    tooltip: 'Unités vendues par semaine (7 derniers jours) et par magasin vendeur.',
    product_view: 'number',
    fields: ['store_throughput', 'selling_store_count'],
  }),
  defineColumn({
    id: 'seasonSellThrough',
    section: 'sales',
    label: 'Écoulement saison',
    width: 112,
    tooltip:
      'À la date des données : unités vendues dans la saison, rapportées aux unités vendues plus le stock total.',
    product_view: 'percent',
    fields: ['season_sell_through_pct'],
  }),
];

interface SalesSubsection {
  section: SectionId;
  measure: SalesMeasure;
  /** Starts the ids of its columns: salesQty7d. */
  id_prefix: string;
  label: string;
  view: CellView;
  season_id: string;
}

const SUBSECTIONS: readonly SalesSubsection[] = [
  {
    section: 'sales_qty',
    measure: 'sales_qty',
    id_prefix: 'salesQty',
    label: 'Qté',
    view: 'quantity',
    season_id: 'seasonSalesQty',
  },
  {
    section: 'sales_value',
    measure: 'sales',
    id_prefix: 'sales',
    label: 'CA',
    view: 'money',
    season_id: 'seasonSales',
  },
  {
    section: 'sales_discount_pct',
    measure: 'sales_discount_pct',
    id_prefix: 'salesDiscountPct',
    label: 'Taux dem.',
    view: 'percent',
    season_id: 'seasonSalesDiscountPct',
  },
];

function windowLabel(window: SalesWindow): string {
  if (window.kind === 'season') return 'saison';
  return `${window.length}\u202f${window.kind === 'days' ? 'j' : 'sem.'}`;
}

function windowColumn(subsection: SalesSubsection, window: SalesWindow): ColumnDefinition {
  return defineColumn({
    id: window.kind === 'season' ? subsection.season_id : `${subsection.id_prefix}${window.column_suffix}`,
    section: subsection.section,
    label: `${subsection.label} ${windowLabel(window)}`,
    width: 104,
    product_view: subsection.view,
    fields: [window.fieldId(subsection.measure)],
  });
}

/** Ventes, then its three sub-sections: the twelve rolling windows and the season of each. */
export const SALES_COLUMNS: readonly ColumnDefinition[] = [
  ...GENERAL_SALES_COLUMNS,
  ...SUBSECTIONS.flatMap((subsection) =>
    [...ROLLING_WINDOWS, SEASON_WINDOW].map((window) => windowColumn(subsection, window)),
  ),
];
