import { defineField, type FieldDefinition, type FieldEntry } from './field.ts';
import type { SectionId } from './section.ts';
import {
  ALL_SALES_WINDOWS,
  OPERATION_WINDOW,
  PHASE_WINDOW,
  type SalesMeasure,
  type SalesWindow,
  SEASON_WINDOW,
} from './windows.ts';

const MEASURE_SECTIONS: Record<SalesMeasure, SectionId> = {
  sales_qty: 'sales_qty',
  sales: 'sales_value',
  cogs: 'sales',
  profit: 'sales',
  list_sales: 'sales_value',
  sales_discount_pct: 'sales_discount_pct',
};

function windowSection(window: SalesWindow, measure: SalesMeasure): SectionId {
  if (window.kind === 'phase') return 'results_this_phase';
  if (window.kind === 'operation') return 'results';
  return MEASURE_SECTIONS[measure];
}

const MEASURE_ENTRIES: Record<
  SalesMeasure,
  Pick<FieldEntry, 'label' | 'description' | 'type'> & Partial<FieldEntry>
> = {
  sales_qty: {
    label: 'Ventes (qté)',
    description: 'Unités vendues',
    type: 'integer',
    unit: 'unités',
    ranked: true,
  },
  sales: { label: 'CA', description: 'CA TTC', type: 'money', currency: 'catalog', ranked: true },
  cogs: {
    label: 'Coût des ventes',
    description: 'Unités vendues au coût',
    type: 'money',
    currency: 'accounting',
    needs: 'costs',
  },
  profit: {
    label: 'Marge',
    description: 'Marge HT',
    type: 'money',
    currency: 'accounting',
    ranked: true,
    needs: 'costs',
  },
  list_sales: {
    label: 'CA au prix plein',
    description: 'Unités vendues au prix TTC sans démarque',
    type: 'money',
    currency: 'catalog',
    technical: true,
  },
  sales_discount_pct: {
    label: 'Taux moyen de démarque',
    description: 'Taux moyen de démarque',
    type: 'percent',
  },
};

function windowField(window: SalesWindow, measure: SalesMeasure): FieldDefinition {
  const entry = MEASURE_ENTRIES[measure];
  const ratio = {
    kind: 'ratio',
    numerator: window.fieldId('sales'),
    denominator: window.fieldId('list_sales'),
    complement: true,
    scale: 100,
  } as const;
  return defineField({
    ...entry,
    id: window.fieldId(measure),
    label: `${entry.label}, ${window.label}`,
    description: `${entry.description} ${window.description}.`,
    section: windowSection(window, measure),
    ...(measure === 'sales_discount_pct' ? { aggregation: ratio } : {}),
    ranked: entry.ranked === true && (window.length === 7 || window.length === 4 || window.kind === 'season'),
  });
}

const MEASURES: readonly SalesMeasure[] = [
  'sales_qty',
  'sales',
  'cogs',
  'profit',
  'list_sales',
  'sales_discount_pct',
];

/** Quantity, turnover, cost, margin, full-price turnover and mean discount rate over every window. */
export const WINDOW_FIELDS: readonly FieldDefinition[] = ALL_SALES_WINDOWS.flatMap((window) =>
  MEASURES.map((measure) => windowField(window, measure)),
);

const sellThrough = (
  id: string,
  sold: string,
  available: string,
  label: string,
  description: string,
  section: SectionId,
): FieldDefinition[] => [
  defineField({
    id: available,
    label: `${label} : quantité à vendre`,
    description: 'Unités vendues sur la période plus stock total.',
    section,
    type: 'integer',
    technical: true,
  }),
  defineField({
    id,
    label,
    description,
    section,
    type: 'percent',
    aggregation: { kind: 'ratio', numerator: sold, denominator: available, scale: 100 },
    ranked: section === 'sales',
  }),
];

/** Share sold of what was sold plus what is left in stock. */
export const SELL_THROUGH_FIELDS: readonly FieldDefinition[] = [
  ...[SEASON_WINDOW, PHASE_WINDOW, OPERATION_WINDOW].flatMap((window) =>
    sellThrough(
      `${window.kind}_sell_through_pct`,
      window.fieldId('sales_qty'),
      `${window.kind}_available_qty`,
      `Taux d’écoulement, ${window.label}`,
      `Unités vendues ${window.description}, rapportées aux unités vendues plus le stock total.`,
      windowSection(window, 'profit'),
    ),
  ),
  ...sellThrough(
    'sell_through_pct',
    'lifetime_sales_qty',
    'lifetime_available_qty',
    'Taux d’écoulement',
    'Unités vendues depuis la mise en vente, rapportées aux unités vendues plus le stock total.',
    'sales',
  ),
];

const lifetime = (id: string, label: string, type: 'integer' | 'money', more: Partial<FieldEntry> = {}) =>
  defineField({
    id,
    label,
    description: `${label}, depuis la mise en vente.`,
    section: 'sales',
    type,
    ...more,
  });

const weekly = (days: number): FieldDefinition =>
  defineField({
    id: `weekly_sales_qty_last_${days}_days`,
    label: `Ventes hebdo moyennes, ${days} j`,
    description: `Unités vendues par semaine en moyenne sur les ${days} derniers jours.`,
    section: 'sales',
    type: 'number',
    unit: 'unités/semaine',
    aggregation: { kind: 'sum' },
    ranked: days === 7,
  });

/** Pace, growth and reach of sales. */
export const PERFORMANCE_FIELDS: readonly FieldDefinition[] = [
  lifetime('lifetime_sales_qty', 'Unités vendues', 'integer', { unit: 'unités' }),
  lifetime('lifetime_sales', 'CA TTC', 'money', { currency: 'catalog' }),
  lifetime('lifetime_list_sales', 'CA au prix plein', 'money', { currency: 'catalog', technical: true }),
  defineField({
    id: 'sales_discount_pct',
    label: 'Taux moyen de démarque',
    description: 'Taux moyen de démarque des ventes depuis la mise en vente.',
    section: 'sales',
    type: 'percent',
    aggregation: {
      kind: 'ratio',
      numerator: 'lifetime_sales',
      denominator: 'lifetime_list_sales',
      complement: true,
      scale: 100,
    },
  }),
  weekly(7),
  weekly(30),
  weekly(90),
  defineField({
    id: 'selling_store_count',
    label: 'Magasins vendeurs',
    description:
      'Nombre de magasins qui ont vendu le produit au cours des 30 derniers jours ; inconnu quand les ventes ne disent pas où. Pour un groupe : magasins qui ont vendu au moins un de ses produits.',
    section: 'sales',
    type: 'integer',
    unit: 'magasins',
    aggregation: { kind: 'distinct_count', sets: 'selling_stores' },
    ranked: true,
  }),
  defineField({
    id: 'store_throughput',
    label: 'Débit par magasin',
    description: 'Unités vendues par semaine (7 derniers jours) et par magasin vendeur.',
    section: 'sales',
    type: 'number',
    unit: 'unités/semaine/magasin',
    aggregation: {
      kind: 'ratio',
      numerator: 'weekly_sales_qty_last_7_days',
      denominator: 'selling_store_count',
    },
    ranked: true,
  }),
  defineField({
    id: 'sales_qty_previous_4_weeks',
    label: 'Ventes (qté), 4 semaines d’avant',
    description: 'Unités vendues sur les 4 semaines qui précèdent les 4 dernières.',
    section: 'sales',
    type: 'integer',
    technical: true,
  }),
  defineField({
    id: 'sales_growth_coef',
    label: 'Croissance (coefficient)',
    description:
      'Unités vendues des 4 dernières semaines, rapportées aux 4 semaines précédentes (1,2 = 20 % de plus).',
    section: 'sales',
    type: 'number',
    aggregation: {
      kind: 'ratio',
      numerator: 'sales_qty_last_4_weeks',
      denominator: 'sales_qty_previous_4_weeks',
    },
    ranked: true,
  }),
  defineField({
    id: 'sales_growth_pct',
    label: 'Croissance (%)',
    description: 'Évolution des unités vendues, des 4 semaines précédentes aux 4 dernières.',
    section: 'sales',
    type: 'percent',
    aggregation: {
      kind: 'ratio',
      numerator: 'sales_qty_last_4_weeks',
      denominator: 'sales_qty_previous_4_weeks',
      complement: true,
      scale: -100,
    },
  }),
  defineField({
    id: 'daily_sales_qty_history',
    label: 'Historique des ventes',
    description: 'Unités vendues par jour sur les 90 derniers jours, du plus ancien au plus récent.',
    section: 'sales',
    type: 'list',
    lazy: true,
    aggregation: { kind: 'elementwise_sum' },
    filterable: false,
    in_rulebook: false,
  }),
];
