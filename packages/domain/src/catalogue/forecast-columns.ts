import { type CellView, type ColumnDefinition, defineColumn } from './column.ts';
import type { SectionId } from './section.ts';

interface MeasureColumn {
  suffix: string;
  measure: string;
  label: string;
  view: CellView;
}

const MEASURE_COLUMNS: readonly MeasureColumn[] = [
  { suffix: 'SalesQty', measure: 'sales_qty', label: 'Quantité', view: 'quantity' },
  { suffix: 'Sales', measure: 'sales', label: 'CA', view: 'money' },
  { suffix: 'Profit', measure: 'profit', label: 'Marge', view: 'money' },
  { suffix: 'Cogs', measure: 'cogs', label: 'Coût des ventes', view: 'money' },
  { suffix: 'Stock', measure: 'stock', label: 'Stock résiduel', view: 'quantity' },
  { suffix: 'SellThrough', measure: 'sell_through_pct', label: 'Écoulement', view: 'percent' },
  { suffix: 'SalesDiscountPct', measure: 'sales_discount_pct', label: 'Taux dem.', view: 'percent' },
];

const WITHOUT_STOCK = MEASURE_COLUMNS.filter(({ measure }) => measure !== 'stock');

function familyColumns(
  section: SectionId,
  idPrefix: string,
  fieldPrefix: string,
  measures: readonly MeasureColumn[] = MEASURE_COLUMNS,
  labelEnd = '',
): ColumnDefinition[] {
  return measures.map(({ suffix, measure, label, view }) =>
    defineColumn({
      id: `${idPrefix}${suffix}`,
      section,
      label: `${label}${labelEnd}`,
      width: 112,
      product_view: view,
      fields: [`${fieldPrefix}${measure}`],
    }),
  );
}

export const UPCOMING_COLUMNS: readonly ColumnDefinition[] = familyColumns(
  'upcoming',
  'upcoming',
  'upcoming_',
);
export const FORECAST_COLUMNS: readonly ColumnDefinition[] = familyColumns(
  'forecast',
  'forecast',
  'forecast.',
  [
    ...MEASURE_COLUMNS.slice(0, 3),
    {
      suffix: 'ProfitAfterLeftovers',
      measure: 'profit_after_leftovers',
      label: 'Marge après invendus',
      view: 'money',
    },
    ...MEASURE_COLUMNS.slice(3),
    { suffix: 'Budget', measure: 'discount_budget', label: 'Budget démarque', view: 'money' },
  ],
);
export const PHASE_FORECAST_COLUMNS: readonly ColumnDefinition[] = [
  ...familyColumns('phase_forecast', 'phaseForecast', 'phase_forecast.'),
  defineColumn({
    id: 'phaseForecastBudget',
    section: 'phase_forecast',
    label: 'Budget démarque',
    width: 120,
    tooltip: 'Remise accordée aux clients sur la démarque travaillée : CA au prix plein moins CA.',
    product_view: 'money',
    fields: ['discount_budget'],
  }),
];
export const RESULT_COLUMNS: readonly ColumnDefinition[] = familyColumns(
  'results',
  'results',
  'operation_',
  WITHOUT_STOCK,
);

/** What the ongoing phase has sold, what was forecast for the whole of it, and how far it is. */
export const ONGOING_RESULT_COLUMNS: readonly ColumnDefinition[] = [
  ...familyColumns('results_this_phase', 'resultsThisPhase', 'phase_', WITHOUT_STOCK),
  ...familyColumns(
    'results_this_phase',
    'ongoingForecast',
    'ongoing_phase_forecast.',
    MEASURE_COLUMNS,
    ' (prévu)',
  ),
  ...MEASURE_COLUMNS.slice(0, 4).map(({ suffix, measure, label }) =>
    defineColumn({
      id: `completion${suffix}`,
      section: 'results_this_phase',
      label: `${label} : avancement`,
      width: 128,
      tooltip: 'Réalisé depuis le début de la démarque en cours, rapporté au prévu de toute la démarque.',
      product_view: 'completion',
      fields: [
        `ongoing_phase_completion.${measure}`,
        `phase_${measure}`,
        `ongoing_phase_forecast.${measure}`,
      ],
    }),
  ),
];
