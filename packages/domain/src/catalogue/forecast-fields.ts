import { defineField, type FieldDefinition, type FieldEntry, type FieldSource } from './field.ts';
import type { SectionId } from './section.ts';

export const FORECAST_MEASURES = [
  'sales_qty',
  'sales',
  'cogs',
  'profit',
  'stock',
  'sales_discount_pct',
] as const;
export type ForecastMeasure = (typeof FORECAST_MEASURES)[number];

const MEASURE_LABELS: Record<ForecastMeasure, string> = {
  sales_qty: 'Ventes (qté)',
  sales: 'CA',
  cogs: 'Coût des ventes',
  profit: 'Marge',
  stock: 'Stock résiduel',
  sales_discount_pct: 'Taux moyen de démarque',
};

interface ForecastFamily {
  /** What comes before a measure's name: `forecast.` or `upcoming_`. */
  prefix: string;
  section: SectionId;
  /** Completes labels and descriptions. */
  label: string;
  meaning: string;
  /** The moment at which stocks and season shares are given. */
  end: string;
  source: FieldSource;
}

/** Rounds are not whole numbers: a forecast quantity is an expectation. */
const quantity = { type: 'number', unit: 'unités', aggregation: { kind: 'sum' } } as const;
const catalogMoney = { type: 'money', currency: 'catalog' } as const;
const accountingMoney = { type: 'money', currency: 'accounting' } as const;

const MEASURE_TYPES: Record<ForecastMeasure, Pick<FieldEntry, 'type'> & Partial<FieldEntry>> = {
  sales_qty: quantity,
  sales: catalogMoney,
  cogs: { ...accountingMoney, needs: 'costs' },
  profit: { ...accountingMoney, needs: 'costs' },
  stock: quantity,
  sales_discount_pct: { type: 'percent' },
};

function family({ prefix, section, label, meaning, end, source }: ForecastFamily): FieldDefinition[] {
  const entry = (name: string, title: string, more: Pick<FieldEntry, 'type'> & Partial<FieldEntry>) =>
    defineField({
      id: `${prefix}${name}`,
      label: `${title}, ${label}`,
      description: `${title} ${meaning}.`,
      section,
      source,
      ...more,
    });
  const meanRate = {
    kind: 'ratio',
    numerator: `${prefix}sales`,
    denominator: `${prefix}list_sales`,
    complement: true,
    scale: 100,
  } as const;
  const atEnd = (title: string) => ({ description: `${title} ${end}.` });
  return [
    ...FORECAST_MEASURES.map((measure) =>
      entry(measure, MEASURE_LABELS[measure], {
        ...MEASURE_TYPES[measure],
        ...(measure === 'sales_discount_pct' ? { aggregation: meanRate } : {}),
        ...(measure === 'stock' ? atEnd(MEASURE_LABELS.stock) : {}),
      }),
    ),
    entry('list_sales', 'CA au prix plein', { ...catalogMoney, technical: true }),
    entry('available_qty', 'Quantité à vendre', {
      ...quantity,
      ...atEnd('Ventes de la saison et stock résiduel'),
      technical: true,
    }),
    entry('sell_through_pct', 'Taux d’écoulement saison', {
      type: 'percent',
      ...atEnd('Part de la saison qui est vendue'),
      aggregation: {
        kind: 'ratio',
        numerator: `${prefix}season_sales_qty`,
        denominator: `${prefix}available_qty`,
        scale: 100,
      },
    }),
    entry('season_sales_qty', 'Ventes de la saison à terme', {
      ...quantity,
      ...atEnd('Unités vendues de la saison'),
      technical: true,
    }),
  ];
}

/**
 * Families of forecasts. In each, list_sales is the turnover at full price, stock what is left at the end of the
 * forecast's days, season_sales_qty the season's units sold by then, available_qty their sum: sell_through_pct is the
 * ratio of the last two. What sells between the data date and the worked phase is gone from the stock and counted in
 * the season; of the phase that runs, what it has sold already is counted once.
 */
export const FORECAST_FIELDS: readonly FieldDefinition[] = [
  ...family({
    prefix: 'upcoming_',
    section: 'upcoming',
    label: 'avant démarque',
    meaning: 'de la date des données au début de la démarque travaillée',
    end: 'au début de la démarque travaillée',
    source: 'static',
  }),
  ...family({
    prefix: 'forecast.',
    section: 'forecast',
    label: 'prévu, toutes démarques',
    meaning: 'de la démarque travaillée à la fin du projet, à la démarque choisie',
    end: 'à la fin du projet, une fois comptées les ventes prévues d’ici là',
    source: 'computed',
  }),
  ...family({
    prefix: 'phase_forecast.',
    section: 'phase_forecast',
    label: 'prévu, démarque travaillée',
    meaning: 'sur la démarque travaillée, à la démarque choisie',
    end: 'à la fin de la démarque travaillée, une fois comptées les ventes prévues d’ici là',
    source: 'computed',
  }),
  defineField({
    id: 'forecast.discount_budget',
    label: 'Budget de démarque, prévu, toutes démarques',
    description: 'CA au prix plein moins CA, de la démarque travaillée à la fin du projet.',
    section: 'forecast',
    ...catalogMoney,
    source: 'computed',
  }),
  defineField({
    id: 'forecast.profit_after_leftovers',
    label: 'Marge après invendus, prévu, toutes démarques',
    description:
      'Marge prévue jusqu’à la fin du projet, moins ce que perdent les invendus : (1 − valeur résiduelle) × coût × pièces restantes.',
    section: 'forecast',
    ...accountingMoney,
    needs: 'costs',
    source: 'computed',
  }),
  defineField({
    id: 'residual_value',
    label: 'Valeur résiduelle d’un invendu',
    description: 'Part de son coût que garde une pièce invendue à la fin du projet, de 0 à 1.',
    section: 'forecast',
    type: 'number',
    aggregation: { kind: 'weighted_mean', weight: 'stock_cost_value' },
    needs: 'costs',
    source: 'computed',
  }),
  defineField({
    id: 'phase_forecast.undiscounted_sales_qty',
    label: 'Ventes (qté) sans démarque, prévu, démarque travaillée',
    description: 'Unités vendues sur la démarque travaillée si le produit n’était pas démarqué.',
    section: 'phase_forecast',
    ...quantity,
    source: 'computed',
    technical: true,
  }),
  ...(['phase_sales_qty_p10', 'phase_sales_qty_p90'] as const).map((name) =>
    defineField({
      id: `phase_forecast.${name.replace('phase_', '')}`,
      label: name.endsWith('p10') ? 'Ventes (qté), hypothèse basse' : 'Ventes (qté), hypothèse haute',
      description: `Unités vendues sur la démarque travaillée, ${name.endsWith('p10') ? 'dépassées neuf fois sur dix' : 'dépassées une fois sur dix'}.`,
      section: 'phase_forecast',
      type: 'number',
      unit: 'unités',
      source: 'computed',
    }),
  ),
  ...family({
    prefix: 'ongoing_phase_forecast.',
    section: 'results_this_phase',
    label: 'prévu, démarque en cours',
    meaning: 'sur toute la démarque en cours, à la démarque validée',
    end: 'à la fin de la démarque en cours, à la démarque validée',
    source: 'static',
  }),
  ...(['sales_qty', 'sales', 'cogs', 'profit'] as const).map((measure) =>
    defineField({
      id: `ongoing_phase_completion.${measure}`,
      label: `${MEASURE_LABELS[measure]} : avancement`,
      description: `${MEASURE_LABELS[measure]} réalisé depuis le début de la démarque en cours, rapporté au prévu de toute la démarque.`,
      section: 'results_this_phase',
      type: 'percent',
      aggregation: {
        kind: 'ratio',
        numerator: `phase_${measure}`,
        denominator: `ongoing_phase_forecast.${measure}`,
        scale: 100,
      },
      ...(MEASURE_TYPES[measure].needs && { needs: MEASURE_TYPES[measure].needs }),
    }),
  ),
];
